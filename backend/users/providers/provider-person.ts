import { z } from "zod";
import { emailSchema, requiredLine } from "@/contract/fields";
import type { Provider } from "@/contract/users/user-schemas";
import { fail } from "../../http/failure";

/** A person identified by a sign-in provider. All values come from the provider, none from the request. */
export type ProviderPerson = {
  provider: Provider;
  /** The provider's id of the person. Accounts are found only by this id, never by address. */
  subject: string;
  /** The person's email address, or null if the provider returns none. */
  email: string | null;
  firstName: string;
  lastName: string;
  /** Hash and expiry of a single-use token, or null for tokens that can be used several times. */
  once: { hash: string; expiresAt: Date } | null;
};

/** Schema of a sign-in provider's tokens, which arrive as a JSON string. Rule: account.social-payload. */
const tokensSchema = z.object({
  access_token: z.string().nullish(),
  id_token: z.string().nullish(),
  token_type: z.string().nullish(),
});
export type ProviderTokens = z.output<typeof tokensSchema>;

/** Parses a sign-in provider's tokens. Fails with 401 for any other text. */
export function readTokens(text: string): ProviderTokens {
  try {
    return tokensSchema.parse(JSON.parse(text));
  } catch {
    return refuse("access_token holds no tokens");
  }
}

/** Throws 401 invalid_provider_token. Only the log contains the reason. */
export function refuse(reason: string): never {
  return fail("invalid_provider_token", { message: reason });
}

/** Returns an email address in lower case, or null if the address is missing or cannot receive mail. */
export function addressOf(value: unknown): string | null {
  const parsed = emailSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/**
 * Returns the first of the given values that is a valid name (one line of text), or an empty string. Some people have
 * only one name, and some providers return none.
 */
export function nameOf(...given: unknown[]): string {
  for (const name of given) {
    const parsed = requiredLine().safeParse(name);
    if (parsed.success) return parsed.data;
  }
  return "";
}
