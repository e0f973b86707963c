import { headers } from "next/headers";
import { config } from "./config";
import { nonceOf } from "./policy/policy";

/** What the providers' buttons need; a button is shown when its key is configured. */
export type SocialKeys = {
  googleClientId: string | null;
  facebookAppId: string | null;
  /** From this response's policy, for the providers' scripts. */
  nonce: string | undefined;
};

/** The configured providers, for a page rendered per request; null when there is none. */
export async function socialKeys(): Promise<SocialKeys | null> {
  const { googleClientId, facebookAppId } = config.signIn;
  if (!googleClientId && !facebookAppId) return null;
  const policy = (await headers()).get("content-security-policy");
  return { googleClientId, facebookAppId, nonce: nonceOf(policy) };
}
