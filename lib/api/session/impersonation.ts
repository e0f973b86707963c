import { IMPERSONATION_HINT } from "@/contract/users/impersonation-hint";
import { REFRESH_TOKEN_SECONDS } from "@/contract/users/user-schemas";
import { config } from "../../config";
import { isBelow, placeOf } from "../../routes/path";
import { STAFF_AREA } from "../../routes/staff-area";
import { cookie, cookieNames, pairsOf } from "./session";

/*
 * Impersonation of an applicant in the staff member's browser (docs/decisions/0045). An httpOnly cookie holds the
 * token, in addition to the session's cookies. A second cookie without secrets notifies other tabs when an
 * impersonation begins or ends.
 */

export type Impersonation = {
  token: string;
  /** Name of the impersonated applicant, for display only. */
  name: string;
  /**
   * Expiry time of the impersonation's token. The cookie lives longer, so that the impersonation ends only when the
   * staff member ends it.
   */
  until: string;
  /** Path of the staff page on which the impersonation began. */
  back: string;
};

/** Query parameter with which the session renewal learns that the back end rejected the impersonation's token. */
export const IMPERSONATION_REFUSED = "look_refused";

/**
 * Returns the impersonation that a Cookie header contains, or null if it contains none. An unreadable cookie counts as
 * an expired impersonation.
 */
export function readImpersonation(
  header: string | null,
  secure = config.secure,
): Impersonation | null {
  const { seeing } = cookieNames(secure);
  const kept = pairsOf(header).find(([name]) => name === seeing)?.[1];
  return kept === undefined ? null : impersonationIn(kept);
}

/** Parses the value of the impersonation cookie. */
export function impersonationIn(value: string): Impersonation {
  const over = { token: "", name: "", until: new Date(0).toISOString(), back: STAFF_AREA };
  try {
    const kept: unknown = JSON.parse(Buffer.from(value, "base64url").toString());
    if (typeof kept !== "object" || kept === null) return over;
    const texts = Object.entries(kept).filter(([, text]) => typeof text === "string");
    return { ...over, ...Object.fromEntries(texts) };
  } catch {
    return over;
  }
}

/** Reports whether the impersonation's token has expired. The back end can also end the impersonation earlier. */
export function isOver({ until }: Impersonation, now: number): boolean {
  return !(Date.parse(until) > now);
}

/**
 * Returns the Set-Cookie values that store an impersonation in the browser. For null, the values delete the stored
 * impersonation.
 */
export function impersonationCookies(look: Impersonation | null, secure = config.secure): string[] {
  const age = look ? REFRESH_TOKEN_SECONDS : 0;
  const value = look ? Buffer.from(JSON.stringify(look)).toString("base64url") : "";
  return [
    cookie(cookieNames(secure).seeing, value, age, { secure, httpOnly: true }),
    cookie(IMPERSONATION_HINT, look ? "1" : "", age, { secure, httpOnly: false }),
  ];
}

/** Removes the impersonation from a Cookie header, because staff pages always show the staff member's own account. */
export function withoutImpersonation(header: string, secure = config.secure): string {
  const { seeing } = cookieNames(secure);
  return header
    .split("; ")
    .filter((pair) => !pair.startsWith(`${seeing}=`))
    .join("; ");
}

/**
 * Returns the impersonation that applies to a call of the browser. Returns null for staff endpoints and for calls from
 * staff pages.
 */
export function impersonationOf(request: Request, secure: boolean): Impersonation | null {
  if (new URL(request.url).pathname.startsWith("/wp-json/wp/v2/staff/")) return null;
  const from = request.headers.get("referer");
  // Without a Referer header, the calling page is unknown, so the call uses the impersonation. A wrong choice changes
  // no data, because an impersonation can only read.
  if (from && URL.canParse(from) && isStaffPage(new URL(from).pathname)) return null;
  return readImpersonation(request.headers.get("cookie"), secure);
}

/** Reports whether a page belongs to the control room. */
export function isStaffPage(pathname: string): boolean {
  return isBelow(placeOf(pathname).path, STAFF_AREA);
}
