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

/** Lifetime of Google's id_tokens in seconds. */
const LIFETIME = 3600;
const TOLERANCE = 60;

/**
 * Verifies Google's id_tokens: RS256 with one of Google's keys, issued by Google for this client, and not expired. The
 * server fixes the algorithm, and rejects "none" and HMAC before any computation.
 *
 * @param clientId the OAuth client id of this site, the only accepted audience
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
      // Refuse a token whose address Google has not verified, because such an address is only a claim. Accept a token
      // without an address.
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
        // Google writes its issuer both with and without https://.
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

/** Returns the last instant at which the id_token could be accepted. */
function expiryOf({ exp = 0 }: JWTPayload): Date {
  return new Date((exp + TOLERANCE) * 1000);
}

/**
 * Returns the hash that identifies a single-use token. Hashes only the signed part, because the same signature can be
 * encoded in several ways.
 */
function onceHash(token: string): string {
  return hashToken(token.slice(0, token.lastIndexOf(".")));
}
