import { archivedAt } from "./archive";
import { PAGES } from "./pages";
import { isBelow, type Place, pathFor, placeOf } from "./path";
import { safeNext } from "./safe-next";

/** What the guard knows about a visitor: only what the cookies say; the back end alone decides. */
export type Visitor = "none" | "signed_in" | "to_renew";

/** Where sessions with an expired access token get a new one. */
export const RENEW = "/api/session/renew";

/** The private area, its older variants included. */
export function isPrivate(path: string): boolean {
  const today = archivedAt(path)?.today ?? path;
  return PAGES.some((page) => page.only === "signed_in" && isBelow(today, page.path));
}

/** Whether a page is personal: rendered per request, never cached, under the strict policy. */
export function isPersonal(pathname: string): boolean {
  const { path } = placeOf(pathname);
  return isPrivate(path) || PAGES.some((page) => page.personal && isBelow(path, page.path));
}

/**
 * Where a request is sent instead of the page it asks for; null when it may go on. "/dashboard and
 * everything under it. No session → /login?next=… in the page's language; signed in and on /login,
 * /registration → /dashboard."
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

/** The sign-in page in a place's language. */
export function loginPath({ locale }: Pick<Place, "locale">): string {
  return pathFor({ locale, path: "/login" });
}

/** The private area in a place's language. */
export function dashboardPath({ locale }: Pick<Place, "locale">): string {
  return pathFor({ locale, path: "/dashboard" });
}
