import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { openFacebook } from "./facebook";
import { openGoogle } from "./google";
import type { Provider, ProviderPerson, ProviderTokens } from "./provider-person";

/** Seconds after which it is worth retrying: keys come with a new configuration. */
const RETRY_AFTER = 3600;

/** Whom a provider's tokens identify: 401 when they are invalid, 503 when nobody can tell. */
export type Providers = (provider: Provider, tokens: ProviderTokens) => Promise<ProviderPerson>;

/** The providers whose keys are configured. Without keys a token cannot be verified: 503. */
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
