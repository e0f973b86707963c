import type { z } from "zod";
import type { ssoSchema } from "@/contract/users/user-schemas";

/** The request body of a sign-in with a provider (rule account.social-payload). */
export type ProviderPayload = z.input<typeof ssoSchema>;

/** The data requested from Facebook. All values except the id can be missing. */
export type FacebookPerson = {
  id: string;
  accessToken: string;
  email?: string | undefined;
  name?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
};

/**
 * Returns the value of the contract's `access_token` field: a JSON string with access_token, id_token, and token_type.
 */
function tokens(access_token: string, id_token: string): string {
  return JSON.stringify({ access_token, id_token, token_type: "Bearer" });
}

/**
 * Builds the sign-in request from Google's answer. Reads the claims of the id_token without trusting them, because the
 * back end verifies the token.
 *
 * @param credential the id_token
 */
export function googlePayload(credential: string): ProviderPayload {
  const claims = claimsOf(credential);
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    provider: "google",
    first_name: text("given_name"),
    last_name: text("family_name"),
    name: text("name"),
    email: text("email"),
    access_token: tokens("", credential),
    google_id: text("sub"),
  };
}

/** Builds the sign-in request from Facebook's answer. */
export function facebookPayload(person: FacebookPerson): ProviderPayload {
  const { first_name, last_name, name, email } = person;
  return {
    provider: "facebook",
    first_name,
    last_name,
    name,
    email,
    access_token: tokens(person.accessToken, ""),
    fb_id: person.id,
  };
}

function claimsOf(credential: string): Record<string, unknown> {
  try {
    const part = (credential.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
