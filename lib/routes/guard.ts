import { isBelow, type Place, pathFor, placeOf } from "./path";
import { safeNext } from "./safe-next";

/** What the guard knows of a visitor: only what the cookies say, the back end alone decides. */
export type Visitor = "none" | "signed_in" | "to_renew";

/** Where sessions whose access token has run out get a new one. */
export const RENEW = "/api/session/renew";

/** The private area, its older variants included. */
export function isPrivate(path: string): boolean {
  return isBelow(path, "/dashboard") || path === "/dashboardOLD";
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
  if (place.path !== "/login" && place.path !== "/registration") return null;
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
