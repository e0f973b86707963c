import { headers } from "next/headers";
import { config } from "./config";
import { nonceOf } from "./policy/policy";

/** The settings of the providers' sign-in buttons. A button is shown when its key is configured. */
export type SocialKeys = {
  googleClientId: string | null;
  facebookAppId: string | null;
  /** The nonce of this response's policy, for the providers' scripts. */
  nonce: string | undefined;
};

/** Returns the configured sign-in providers, for a page rendered per request. Null when there are none. */
export async function socialKeys(): Promise<SocialKeys | null> {
  const { googleClientId, facebookAppId } = config.signIn;
  if (!googleClientId && !facebookAppId) return null;
  const policy = (await headers()).get("content-security-policy");
  return { googleClientId, facebookAppId, nonce: nonceOf(policy) };
}
