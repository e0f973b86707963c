import { headers } from "next/headers";
import { config } from "./config";
import { nonceOf } from "./routes/policy";

/** What the providers' buttons need; a button is there when its key is. */
export type SocialKeys = {
  googleClientId: string | null;
  facebookAppId: string | null;
  /** Of this answer's policy, for the scripts of the providers. */
  nonce: string | undefined;
};

/** The configured providers, for a page rendered per request; null when there is none. */
export async function socialKeys(): Promise<SocialKeys | null> {
  const { googleClientId, facebookAppId } = config.signIn;
  if (!googleClientId && !facebookAppId) return null;
  const policy = (await headers()).get("content-security-policy");
  return { googleClientId, facebookAppId, nonce: nonceOf(policy) };
}
