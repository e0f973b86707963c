import type { Provider } from "@/contract/users/user-schemas";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { openFacebook } from "./facebook";
import { openGoogle } from "./google";
import type { ProviderPerson, ProviderTokens } from "./provider-person";

/**
 * Seconds after which clients can retry if a provider's key is missing. The time is long, because only a new
 * configuration can add the key.
 */
const RETRY_AFTER = 3600;

/**
 * Returns the person identified by a provider's tokens. Fails with 401 for invalid tokens, and with 503 if the tokens
 * cannot be verified.
 */
export type Providers = (provider: Provider, tokens: ProviderTokens) => Promise<ProviderPerson>;

/**
 * Opens the configured sign-in providers. A provider without keys in the configuration fails with 503, because its
 * tokens cannot be verified.
 */
export function openProviders(deps: Pick<Dependencies, "config" | "now">): Providers {
  const { GOOGLE_CLIENT_ID, FACEBOOK_APP_ID, FACEBOOK_APP_SECRET } = deps.config;
  const verify = {
    google: GOOGLE_CLIENT_ID ? openGoogle(GOOGLE_CLIENT_ID, deps) : null,
    facebook:
      FACEBOOK_APP_ID && FACEBOOK_APP_SECRET
        ? openFacebook({ id: FACEBOOK_APP_ID, secret: FACEBOOK_APP_SECRET }, deps)
        : null,
  };
  return (provider, tokens) => {
    const configured = verify[provider];
    if (!configured) fail("unavailable", { message: "no provider keys", retryAfter: RETRY_AFTER });
    return configured(tokens);
  };
}
