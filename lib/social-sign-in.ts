import { headers } from "next/headers";
import { config } from "./config";
import { nonceOf } from "./policy/policy";

/** The settings of the Google and Facebook sign-in buttons. A button is shown when its provider's key is configured. */
export type SocialKeys = {
  googleClientId: string | null;
  facebookAppId: string | null;
  /** The nonce of the response's content security policy, for the providers' scripts. */
  nonce: string | undefined;
};

/**
 * Returns the configured sign-in providers, for a page that is rendered for each request. Null when no provider is
 * configured.
 */
export async function socialKeys(): Promise<SocialKeys | null> {
  const { googleClientId, facebookAppId } = config.signIn;
  if (!googleClientId && !facebookAppId) return null;
  const policy = (await headers()).get("content-security-policy");
  return { googleClientId, facebookAppId, nonce: nonceOf(policy) };
}
