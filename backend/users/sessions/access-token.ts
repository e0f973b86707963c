import { jwtVerify, SignJWT } from "jose";
import { ACCESS_TOKEN_SECONDS } from "@/contract/users/user-schemas";
import { isId } from "../../http/parse";

const ISSUER = "slancio";
const AUDIENCE = "wp-json";
const TYPE = "at+jwt";

export type AccessClaims = { userId: string; sessionId: string };

const keys = new Map<string, Promise<CryptoKey>>();

/** Returns the HMAC key of a secret. Importing the key again for each token would take as long as the signature. */
function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = crypto.subtle.importKey("raw", Buffer.from(secret), algorithm, false, [
    "sign",
    "verify",
  ]);
  keys.set(secret, key);
  return key;
}

/** Signs an access token that is valid for 15 minutes. */
export async function signAccessToken(
  claims: AccessClaims,
  secret: string,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setSubject(claims.userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(await keyOf(secret));
}

/**
 * Returns the claims of an access token signed with any of the given secrets, or null if the token is invalid, expired,
 * or issued for another purpose.
 */
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

async function verifyWith(token: string, secret: string, now: Date): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ["exp"],
      currentDate: now,
    });
    const { sub, sid } = payload;
    return isId(sub) && isId(sid) ? { userId: sub, sessionId: sid } : null;
  } catch {
    return null;
  }
}
