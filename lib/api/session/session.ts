import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from "@/contract/users/user-schemas";
import { config } from "../../config";

/*
 * The session as the browser keeps it: two httpOnly cookies that no script can read, and a hint that
 * scripts may read and that proves nothing (it only decides whether a header says "sign in").
 */

export type Session = { access: string | null; refresh: string | null };
export type Tokens = { access_token: string; refresh_token: string };

/** The readable hint; `signed_in=1` while there is a session. */
const HINT = "signed_in";
/** A random mark by which a sign-in from a new browser is recognised; it grants no access. */
const DEVICE = "device";
/** 400 days in seconds: no browser keeps a cookie for longer. Renewed at every sign-in. */
const DEVICE_SECONDS = 34_560_000;
/** Says for a few seconds that a renewal has just failed, to prevent a redirect loop. */
export const RENEWED = "renewal_failed";
/** Seconds: an access token that expires sooner is refreshed before it is used. */
const LEEWAY = 10;

/** `__Host-` binds a cookie to this very host over https; plain http refuses the prefix. */
export function cookieNames(secure: boolean) {
  const prefix = secure ? "__Host-" : "";
  return {
    access: `${prefix}access`,
    refresh: `${prefix}refresh`,
    device: `${prefix}${DEVICE}`,
    seeing: `${prefix}seeing`,
  };
}

/** The names the guard looks for. */
export const sessionCookieNames = cookieNames(config.secure);

/** The session from a Cookie header; null without any session cookie. */
export function readSession(header: string | null, secure = config.secure): Session | null {
  const names = cookieNames(secure);
  const session: Session = { access: null, refresh: null };
  for (const [name, value] of pairsOf(header)) {
    if (name === names.access) session.access = value;
    if (name === names.refresh) session.refresh = value;
  }
  return session.access || session.refresh ? session : null;
}

/** The pairs of a Cookie header that have a value. */
export function pairsOf(header: string | null): [name: string, value: string][] {
  return (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1).trim();
    return value === "" ? [] : [[pair.slice(0, at).trim(), value]];
  });
}

/** The browser's mark: the one it has, or a new one. */
export function deviceMark(header: string | null, secure = config.secure): string {
  const { device } = cookieNames(secure);
  const kept = pairsOf(header).find(([name]) => name === device)?.[1] ?? "";
  if (/^[\w-]{20,64}$/.test(kept)) return kept;
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
}

/** Set-Cookie value that keeps the mark. It stays after signing out: the browser is the same. */
export function deviceCookie(mark: string, secure = config.secure): string {
  return cookie(cookieNames(secure).device, mark, DEVICE_SECONDS, { secure, httpOnly: true });
}

/** Set-Cookie values that keep a pair of tokens. */
export function sessionCookies(tokens: Tokens, secure = config.secure): string[] {
  const names = cookieNames(secure);
  return [
    cookie(names.access, tokens.access_token, ACCESS_TOKEN_SECONDS, { secure, httpOnly: true }),
    cookie(names.refresh, tokens.refresh_token, REFRESH_TOKEN_SECONDS, { secure, httpOnly: true }),
    cookie(HINT, "1", REFRESH_TOKEN_SECONDS, { secure, httpOnly: false }),
  ];
}

/** Set-Cookie values that end the session in the browser. */
export function clearedCookies(secure = config.secure): string[] {
  const names = cookieNames(secure);
  return [
    cookie(names.access, "", 0, { secure, httpOnly: true }),
    cookie(names.refresh, "", 0, { secure, httpOnly: true }),
    cookie(HINT, "", 0, { secure, httpOnly: false }),
  ];
}

/** Set-Cookie value of the mark above. */
export function renewalFailedCookie(secure = config.secure): string {
  return cookie(RENEWED, "1", 10, { secure, httpOnly: true });
}

type Flags = { secure: boolean; httpOnly: boolean };

/** A Set-Cookie value. */
export function cookie(
  name: string,
  value: string,
  maxAge: number,
  { secure, httpOnly }: Flags,
): string {
  // A token is base64url with dots or an opaque word: anything else could end the cookie early.
  if (!/^[\w.~+/=-]*$/.test(value)) throw new Error("a token that fits in no cookie");
  const parts = [`${name}=${value}`, "Path=/", `Max-Age=${maxAge}`, "SameSite=Lax"];
  if (httpOnly) parts.push("HttpOnly");
  if (secure) parts.push("Secure");
  return parts.join("; ");
}

/**
 * Whether an access token can still be used at `now` (milliseconds). Only its `exp` is read,
 * nothing is verified: the back end does that. A token without an expiry counts as valid.
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
