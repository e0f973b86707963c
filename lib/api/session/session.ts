import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from "@/contract/users/user-schemas";
import { config } from "../../config";

/*
 * The session in the browser: two httpOnly cookies that no script can read, and a hint cookie for scripts. The hint
 * proves nothing; it only decides whether a page's header shows "sign in".
 */

export type Session = { access: string | null; refresh: string | null };
export type Tokens = { access_token: string; refresh_token: string };

/** Name of the hint cookie, which is `signed_in=1` during a session. */
const HINT = "signed_in";
/**
 * Name of the device cookie. By the cookie's random value, the back end detects a sign-in from a new browser. The
 * cookie grants no access.
 */
const DEVICE = "device";
/**
 * Lifetime of the device cookie: 400 days in seconds, the maximum that browsers allow. Every sign-in renews the cookie.
 */
const DEVICE_SECONDS = 34_560_000;
/** Name of the cookie that records a failed session renewal for 10 seconds, to prevent a redirect loop. */
export const RENEWED = "renewal_failed";
/** Seconds before its expiry at which an access token already counts as expired and is refreshed. */
const LEEWAY = 10;

/**
 * Returns the names of the session's cookies. Over https, the prefix `__Host-` binds a cookie to this host; over http,
 * browsers reject the prefix.
 */
export function cookieNames(secure: boolean) {
  const prefix = secure ? "__Host-" : "";
  return {
    access: `${prefix}access`,
    refresh: `${prefix}refresh`,
    device: `${prefix}${DEVICE}`,
    seeing: `${prefix}seeing`,
  };
}

/** Names of the session's cookies in the running configuration. */
export const sessionCookieNames = cookieNames(config.secure);

/** Returns the session in a Cookie header. Returns null if the header has no session cookie. */
export function readSession(header: string | null, secure = config.secure): Session | null {
  const names = cookieNames(secure);
  const session: Session = { access: null, refresh: null };
  for (const [name, value] of pairsOf(header)) {
    if (name === names.access) session.access = value;
    if (name === names.refresh) session.refresh = value;
  }
  return session.access || session.refresh ? session : null;
}

/** Returns the name-value pairs of a Cookie header. Cookies without a value are omitted. */
export function pairsOf(header: string | null): [name: string, value: string][] {
  return (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1).trim();
    return value === "" ? [] : [[pair.slice(0, at).trim(), value]];
  });
}

/** Returns the value of the browser's device cookie, or a new value if there is none. */
export function deviceMark(header: string | null, secure = config.secure): string {
  const { device } = cookieNames(secure);
  const kept = pairsOf(header).find(([name]) => name === device)?.[1] ?? "";
  if (/^[\w-]{20,64}$/.test(kept)) return kept;
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
}

/**
 * Returns the Set-Cookie value of the device cookie. The cookie stays after sign-out, so that the next sign-in in this
 * browser does not count as a sign-in from a new browser.
 */
export function deviceCookie(mark: string, secure = config.secure): string {
  return cookie(cookieNames(secure).device, mark, DEVICE_SECONDS, { secure, httpOnly: true });
}

/** Returns the Set-Cookie values that store the tokens of a session. */
export function sessionCookies(tokens: Tokens, secure = config.secure): string[] {
  const names = cookieNames(secure);
  return [
    cookie(names.access, tokens.access_token, ACCESS_TOKEN_SECONDS, { secure, httpOnly: true }),
    cookie(names.refresh, tokens.refresh_token, REFRESH_TOKEN_SECONDS, { secure, httpOnly: true }),
    cookie(HINT, "1", REFRESH_TOKEN_SECONDS, { secure, httpOnly: false }),
  ];
}

/** Returns the Set-Cookie values that end the session in the browser. */
export function clearedCookies(secure = config.secure): string[] {
  const names = cookieNames(secure);
  return [
    cookie(names.access, "", 0, { secure, httpOnly: true }),
    cookie(names.refresh, "", 0, { secure, httpOnly: true }),
    cookie(HINT, "", 0, { secure, httpOnly: false }),
  ];
}

/** Returns the Set-Cookie value that records a failed session renewal. */
export function renewalFailedCookie(secure = config.secure): string {
  return cookie(RENEWED, "1", 10, { secure, httpOnly: true });
}

type Flags = { secure: boolean; httpOnly: boolean };

export function cookie(
  name: string,
  value: string,
  maxAge: number,
  { secure, httpOnly }: Flags,
): string {
  // Reject characters, such as a semicolon, that could end the cookie's value early.
  if (!/^[\w.~+/=-]*$/.test(value)) throw new Error("a token that fits in no cookie");
  const parts = [`${name}=${value}`, "Path=/", `Max-Age=${maxAge}`, "SameSite=Lax"];
  if (httpOnly) parts.push("HttpOnly");
  if (secure) parts.push("Secure");
  return parts.join("; ");
}

/**
 * Reports whether an access token is still usable at `now` (milliseconds). Reads only `exp` and verifies no signature,
 * because the back end verifies the token. A token without an expiry counts as usable.
 */
export function isGood(token: string | null, now: number): token is string {
  if (!token) return false;
  const expires = expiryOf(token);
  return expires === null || expires - LEEWAY > now / 1000;
}

function expiryOf(token: string): number | null {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    const exp = (claims as { exp?: unknown } | null)?.exp;
    return typeof exp === "number" ? exp : null;
  } catch {
    return null;
  }
}
