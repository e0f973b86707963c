import { errors, type JWTPayload, jwtVerify } from "jose";
import { hashToken } from "../../db/hash-token";
import type { Dependencies } from "../../dependencies";
import { openKeys } from "./google-keys";
import {
  addressOf,
  nameOf,
  type ProviderPerson,
  type ProviderTokens,
  refuse,
} from "./provider-person";

/** Seconds Google's id_tokens live, and how far its clock and ours may be apart. */
const LIFETIME = 3600;
const TOLERANCE = 60;

/**
 * Verifies Google's id_tokens: RS256 with one of Google's keys, from Google, for our client, not
 * expired. The algorithm is ours to choose, never the token's: "none" and HMAC with the public
 * key as secret are refused before anything is computed.
 *
 * @param clientId our OAuth client, the only audience
 */
export function openGoogle(
  clientId: string,
  { config, now }: Pick<Dependencies, "config" | "now">,
) {
  const issuer = config.GOOGLE_ISSUER_URL.replace(/\/+$/, "");
  const keys = openKeys(issuer, config.PROVIDER_TIMEOUT_SECONDS, now);

  return async function verify({ id_token }: ProviderTokens): Promise<ProviderPerson> {
    if (!id_token) return refuse("no id_token");
    const claims = await verified(id_token);
    if (claims.aud !== clientId || (claims.azp ?? clientId) !== clientId) {
      return refuse("for another client");
    }
    const subject = claims.sub ?? refuse("no subject");
    return {
      provider: "google",
      subject,
      // An address Google has not confirmed is only a claim: it counts as none.
      email: claims.email_verified === true ? addressOf(claims.email) : unverified(claims),
      firstName: nameOf(claims.given_name, claims.name),
      lastName: nameOf(claims.family_name),
      once: { hash: onceHash(id_token), expiresAt: expiryOf(claims) },
    };
  };

  async function verified(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ["RS256"],
        // Google writes its name with and without https://.
        issuer: [issuer, issuer.replace(/^https?:\/\//, "")],
        audience: clientId,
        requiredClaims: ["sub", "exp", "iat"],
        maxTokenAge: LIFETIME,
        clockTolerance: TOLERANCE,
        currentDate: now(),
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) {
        return refuse(error instanceof errors.JOSEError ? error.code : error.message);
      }
      throw error;
    }
  }
}

function unverified({ email }: JWTPayload): null {
  return email === undefined ? null : refuse("the address is not verified");
}

/** The last moment at which the token could be accepted. */
function expiryOf({ exp = 0 }: JWTPayload): Date {
  return new Date((exp + TOLERANCE) * 1000);
}

/** Over the signed part alone: the signature has several equivalent spellings. */
function onceHash(token: string): string {
  return hashToken(token.slice(0, token.lastIndexOf(".")));
}
