import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { askService } from "../../http/ask";
import { fail } from "../../http/failure";

/**
 * Maximum age of cached signing keys in milliseconds. After this time, the server no longer trusts a key that the
 * provider has withdrawn.
 */
const KEPT = 3_600_000;
/** Minimum milliseconds between two requests for unknown signing keys, because any client can invent key ids. */
const COOLDOWN = 10_000;

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url() });
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

type Keys = { find: JWTVerifyGetKey; at: number };

/**
 * Returns the signing keys of an OpenID provider, found through its discovery document. Fetches the keys again for an
 * unknown key, because providers rotate keys at any time. Fails with 503 while the provider is unreachable.
 */
export function openKeys(issuer: string, seconds: number, now: () => Date): JWTVerifyGetKey {
  let kept: Keys | undefined;
  let loading: Promise<Keys> | undefined;

  /**
   * Fetches the provider's keys. Requests that arrive during a fetch wait for the same fetch. If the fetch fails, the
   * cached keys stay usable until they reach their maximum age.
   */
  function load(): Promise<Keys> {
    loading ??= readKeys(issuer, seconds)
      .then((set) => {
        kept = { find: createLocalJWKSet(set), at: now().getTime() };
        return kept;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  return async (header, token) => {
    const age = kept ? now().getTime() - kept.at : Number.POSITIVE_INFINITY;
    const keys = kept && age <= KEPT ? kept : await load();
    try {
      return await keys.find(header, token);
    } catch (error) {
      const fresh = now().getTime() - keys.at < COOLDOWN;
      if (!(error instanceof errors.JWKSNoMatchingKey) || fresh) throw error;
      return (await load()).find(header, token);
    }
  };
}

async function readKeys(issuer: string, seconds: number): Promise<JSONWebKeySet> {
  const base = issuer.replace(/\/+$/, "");
  const address = new URL(`${base}/.well-known/openid-configuration`);
  const found = discoverySchema.safeParse((await askService(address, seconds)).json);
  // Reject a discovery document of another issuer, because it would name that issuer's keys.
  if (!found.success || found.data.issuer !== base) {
    return fail("unavailable", { message: "no discovery document", retryAfter: 30 });
  }
  const answer = await askService(new URL(found.data.jwks_uri), seconds);
  const keys = keysSchema.safeParse(answer.json);
  if (!keys.success) return fail("unavailable", { message: "no keys", retryAfter: 30 });
  return keys.data as JSONWebKeySet;
}
