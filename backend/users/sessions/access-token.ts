import { jwtVerify, SignJWT } from "jose";
import { ACCESS_TOKEN_SECONDS } from "@/contract/users/user-schemas";

const ISSUER = "slancio";
const AUDIENCE = "wp-json";
const TYPE = "at+jwt";

export type AccessClaims = { userId: string; sessionId: string };

/** A signed access token that lives 15 minutes. */
export function signAccessToken(claims: AccessClaims, secret: string, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setSubject(claims.userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(Buffer.from(secret));
}

/** Tokens whose signature was valid, by secret and token; the oldest is evicted first. */
const verified = new Map<string, AccessClaims & { expires: number }>();
const VERIFIED_MAX = 5000;

/** A valid token's claims; null for a bad, foreign or expired one. It may be signed with any of the secrets. */
export async function verifyAccessToken(
  token: string,
  secrets: readonly string[],
  now: Date,
): Promise<AccessClaims | null> {
  for (const secret of secrets) {
    const claims = await verifyWith(token, secret, now);
    if (claims) return claims;
  }
  return null;
}

/** A signature stays valid, so it is verified once per token and not on every call; the expiry is checked every time. */
async function verifyWith(token: string, secret: string, now: Date): Promise<AccessClaims | null> {
  const key = `${secret}\n${token}`;
  const known = verified.get(key);
  if (known) return known.expires > Math.floor(now.getTime() / 1000) ? known : null;
  try {
    const { payload } = await jwtVerify(token, Buffer.from(secret), {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      currentDate: now,
    });
    const { sub, sid, exp } = payload;
    if (typeof sub !== "string" || typeof sid !== "string") return null;
    const claims = { userId: sub, sessionId: sid };
    if (exp !== undefined) remember(key, { ...claims, expires: exp });
    return claims;
  } catch {
    return null;
  }
}

function remember(key: string, claims: AccessClaims & { expires: number }): void {
  const [oldest] = verified.keys();
  if (verified.size >= VERIFIED_MAX && oldest !== undefined) verified.delete(oldest);
  verified.set(key, claims);
}
