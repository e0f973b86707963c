import { archivedAt } from "./archive";
import { PAGES } from "./pages";
import { isBelow, type Place, pathFor, placeOf } from "./path";
import { safeNext } from "./safe-next";

/** State of the visitor according to the cookies only. The back end alone verifies the session. */
export type Visitor = "none" | "signed_in" | "to_renew";

/** Path that renews a session whose access token has expired. */
export const RENEW = "/api/session/renew";

/** Reports whether a path is in the account area, including archived versions of its pages. */
export function isPrivate(path: string): boolean {
  const today = archivedAt(path)?.today ?? path;
  return PAGES.some((page) => page.only === "signed_in" && isBelow(today, page.path));
}

/**
 * Reports whether a page is personal: rendered per request, never cached, and with the strict content security policy.
 */
export function isPersonal(pathname: string): boolean {
  const { path } = placeOf(pathname);
  return isPrivate(path) || PAGES.some((page) => page.personal && isBelow(path, page.path));
}

/**
 * Returns the redirect target for a guarded page, or null if the request can continue. Without a session, /dashboard
 * and all pages below it redirect to /login?next=… in the page's language; with an expired access token, they redirect
 * to the session renewal. With a session, /login and /registration redirect to `next`, or else to /dashboard.
 */
export function guardedAway(pathname: string, search: string, visitor: Visitor): string | null {
  const place = placeOf(pathname);
  const here = pathFor(place) + search;
  if (isPrivate(place.path)) {
    if (visitor === "none") return `${loginPath(place)}?${new URLSearchParams({ next: here })}`;
    if (visitor === "to_renew") return `${RENEW}?${new URLSearchParams({ next: here })}`;
    return null;
  }
  if (visitor === "none") return null;
  if (!PAGES.some(({ path, only }) => only === "signed_out" && path === place.path)) return null;
  return safeNext(new URLSearchParams(search).get("next"), dashboardPath(place));
}

/** Returns the path of the sign-in page in a language. */
export function loginPath({ locale }: Pick<Place, "locale">): string {
  return pathFor({ locale, path: "/login" });
}

/** Returns the path of the account area in a language. */
export function dashboardPath({ locale }: Pick<Place, "locale">): string {
  return pathFor({ locale, path: "/dashboard" });
}
