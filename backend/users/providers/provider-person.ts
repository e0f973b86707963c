import { z } from "zod";
import { emailSchema, requiredLine } from "@/contract/fields";
import type { PROVIDERS } from "@/contract/users/user-schemas";
import { fail } from "../../http/failure";

export type Provider = (typeof PROVIDERS)[number];

/** What the providers call themselves. */
export const PROVIDER_NAMES: Record<Provider, string> = { google: "Google", facebook: "Facebook" };

/** Somebody a provider has vouched for. Nothing in it comes from the request. */
export type ProviderPerson = {
  provider: Provider;
  /** The provider's own id of the person: an account is found by this alone. */
  subject: string;
  /** Null when the provider gives none. */
  email: string | null;
  firstName: string;
  lastName: string;
  /** What must not be accepted again, and until when; null for tokens that may come again. */
  once: { hash: string; expiresAt: Date } | null;
};

/** A provider's tokens, from the JSON string they are sent in (rule account.social-payload). */
const tokensSchema = z.object({
  access_token: z.string().nullish(),
  id_token: z.string().nullish(),
  token_type: z.string().nullish(),
});
export type ProviderTokens = z.output<typeof tokensSchema>;

/** 401 when the string holds no such object. */
export function readTokens(text: string): ProviderTokens {
  try {
    return tokensSchema.parse(JSON.parse(text));
  } catch {
    return refuse("access_token holds no tokens");
  }
}

/** 401 invalid_provider_token; the reason is for the log. */
export function refuse(reason: string): never {
  return fail("invalid_provider_token", { message: reason });
}

/** An address in lower case; null for none, or for one no mail can go to. */
export function addressOf(value: unknown): string | null {
  const parsed = emailSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/**
 * A provider's names as ours may be: the first of `given` that is one line of text, else nothing. People
 * have one name only, or none that the provider tells.
 */
export function nameOf(...given: unknown[]): string {
  for (const name of given) {
    const parsed = requiredLine().safeParse(name);
    if (parsed.success) return parsed.data;
  }
  return "";
}
