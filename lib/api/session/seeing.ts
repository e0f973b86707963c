import { SEEING_HINT } from "@/contract/users/seeing-hint";
import { REFRESH_TOKEN_SECONDS } from "@/contract/users/user-schemas";
import { config } from "../../config";
import { isBelow, placeOf } from "../../routes/path";
import { STAFF_AREA } from "../../routes/staff-area";
import { cookie, cookieNames, pairsOf } from "./session";

/*
 * A look at what an applicant sees, as the browser keeps it beside the session (docs/decisions/0045): an httpOnly cookie
 * with the token, and a hint without secrets by which an open page notices that a look has begun or stopped elsewhere.
 */

export type Seeing = {
  token: string;
  /** Whom: only ever shown. */
  name: string;
  /** When the token dies. The cookie stays: who stops looking says so, and nobody slips back unnoticed. */
  until: string;
  /** The page of the staff area that it began on. */
  back: string;
};

/** Tells the renewal that it was the look's token which was refused. */
export const LOOK_REFUSED = "look_refused";

/** The look in a Cookie header; null without one. What cannot be read is a look that is over: never none at all. */
export function readSeeing(header: string | null, secure = config.secure): Seeing | null {
  const { seeing } = cookieNames(secure);
  const kept = pairsOf(header).find(([name]) => name === seeing)?.[1];
  return kept === undefined ? null : seeingIn(kept);
}

/** The same from the cookie's value. */
export function seeingIn(value: string): Seeing {
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

/** Whether its token is dead by its own time; the back end may have ended it before. */
export function isOver({ until }: Seeing, now: number): boolean {
  return !(Date.parse(until) > now);
}

/** Set-Cookie values that keep a look; with null they forget it. */
export function seeingCookies(look: Seeing | null, secure = config.secure): string[] {
  const age = look ? REFRESH_TOKEN_SECONDS : 0;
  const value = look ? Buffer.from(JSON.stringify(look)).toString("base64url") : "";
  return [
    cookie(cookieNames(secure).seeing, value, age, { secure, httpOnly: true }),
    cookie(SEEING_HINT, look ? "1" : "", age, { secure, httpOnly: false }),
  ];
}

/** A Cookie header without the look: below the staff area nobody sees as somebody else. */
export function withoutSeeing(header: string, secure = config.secure): string {
  const { seeing } = cookieNames(secure);
  return header
    .split("; ")
    .filter((pair) => !pair.startsWith(`${seeing}=`))
    .join("; ");
}

/** The look that a call of the browser is made under: not what the staff call, nor what their pages do. */
export function seeingOf(request: Request, secure: boolean): Seeing | null {
  if (new URL(request.url).pathname.startsWith("/wp-json/wp/v2/staff/")) return null;
  const from = request.headers.get("referer");
  // Without it the look holds: it can only read.
  if (from && URL.canParse(from) && isStaffPage(new URL(from).pathname)) return null;
  return readSeeing(request.headers.get("cookie"), secure);
}

/** Whether a page belongs to the staff area. */
export function isStaffPage(pathname: string): boolean {
  return isBelow(placeOf(pathname).path, STAFF_AREA);
}
