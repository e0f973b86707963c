import { IMPERSONATION_HINT } from "@/contract/users/impersonation-hint";
import { REFRESH_TOKEN_SECONDS } from "@/contract/users/user-schemas";
import { config } from "../../config";
import { isBelow, placeOf } from "../../routes/path";
import { STAFF_AREA } from "../../routes/staff-area";
import { cookie, cookieNames, pairsOf } from "./session";

/*
 * Impersonation in the browser, beside the session (docs/decisions/0045): an httpOnly cookie holds the token. A second cookie without secrets shows open pages that impersonation began or
 * ended in another tab.
 */

export type Impersonation = {
  token: string;
  /** The applicant's name, for display only. */
  name: string;
  /** The expiry time of the token. The cookie outlives it, so that impersonation ends only by an explicit stop. */
  until: string;
  /** The path of the staff page on which the impersonation began. */
  back: string;
};

/** The query parameter that informs the renewal about a refused impersonation token. */
export const IMPERSONATION_REFUSED = "look_refused";

/**
 * Returns the impersonation in a Cookie header, or null without one. An unreadable cookie counts as an expired
 * impersonation, never as none.
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

/** Reports whether the token's expiry time has passed. The back end can end the impersonation earlier. */
export function isOver({ until }: Impersonation, now: number): boolean {
  return !(Date.parse(until) > now);
}

/** Returns the Set-Cookie values that store an impersonation, or delete it for null. */
export function impersonationCookies(look: Impersonation | null, secure = config.secure): string[] {
  const age = look ? REFRESH_TOKEN_SECONDS : 0;
  const value = look ? Buffer.from(JSON.stringify(look)).toString("base64url") : "";
  return [
    cookie(cookieNames(secure).seeing, value, age, { secure, httpOnly: true }),
    cookie(IMPERSONATION_HINT, look ? "1" : "", age, { secure, httpOnly: false }),
  ];
}

/** Removes the impersonation from a Cookie header. Staff pages always show the staff member's own account. */
export function withoutImpersonation(header: string, secure = config.secure): string {
  const { seeing } = cookieNames(secure);
  return header
    .split("; ")
    .filter((pair) => !pair.startsWith(`${seeing}=`))
    .join("; ");
}

/** Returns the impersonation under which the browser makes a call. Null for staff endpoints and calls from staff pages. */
export function impersonationOf(request: Request, secure: boolean): Impersonation | null {
  if (new URL(request.url).pathname.startsWith("/wp-json/wp/v2/staff/")) return null;
  const from = request.headers.get("referer");
  // Without a Referer header the impersonation applies, because it can only read.
  if (from && URL.canParse(from) && isStaffPage(new URL(from).pathname)) return null;
  return readImpersonation(request.headers.get("cookie"), secure);
}

/** Reports whether a page belongs to the staff area. */
export function isStaffPage(pathname: string): boolean {
  return isBelow(placeOf(pathname).path, STAFF_AREA);
}
