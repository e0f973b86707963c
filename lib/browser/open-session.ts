import type { z } from "zod";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { getMe } from "@/contract/users/own-account";
import type { passkeyLogin } from "@/contract/users/passkeys";
import type { secondFactorLogin } from "@/contract/users/second-factor";
import type { loginSchema, ssoSchema, User } from "@/contract/users/user-schemas";
import type { enterByInvitation } from "@/contract/users/users";
import { answerOf, errorOf } from "../api/client";
import { ApiError } from "../api/error";
import { forgetUnsavedText } from "./unsaved-text";

/* Sign-in and sign-out in the browser. The site keeps the tokens in cookies, and the page only gets the User. */

const ADDRESS = "/api/session";

/**
 * Signs in with one of: email and password, a second-factor code, a provider's answer, a passkey, or an invitation link
 * with a new password. Throws an ApiError.
 *
 * @param locale the page's language; it becomes the account's language if a provider's answer creates the account
 */
export async function openSession(
  credentials:
    | z.input<typeof loginSchema>
    | z.input<typeof ssoSchema>
    | z.input<typeof passkeyLogin.body>
    | z.input<typeof secondFactorLogin.body>
    | z.input<typeof enterByInvitation.body>,
  locale = DEFAULT_LANGUAGE,
): Promise<User> {
  const response = await ask(locale === DEFAULT_LANGUAGE ? ADDRESS : `${ADDRESS}?lang=${locale}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(credentials),
  });
  // Status 202 means that the sign-in needs a second-factor code. The body is the contract's error with the challenge.
  if (response.status === 202) throw await errorOf(response);
  return answerOf(getMe, response);
}

/**
 * Returns the challenge of a sign-in that needs a second-factor code, or null if the sign-in is complete. Throws other
 * errors.
 */
export async function challengeOf(signIn: () => Promise<unknown>): Promise<string | null> {
  try {
    await signIn();
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.challenge !== null) return error.challenge;
    throw error;
  }
}

/**
 * Signs a user in again after the session ended. Returns null on success, otherwise the reason of the failure.
 * `other_account` means that the sign-in opened a different account, which must not receive this user's unsaved text.
 */
export async function signInAgain(
  user: Pick<User, "id" | "email">,
  password: string,
): Promise<ApiError["code"] | "other_account" | null> {
  try {
    const signedIn = await openSession({ email: user.email, password });
    return signedIn.id === user.id ? null : "other_account";
  } catch (cause) {
    return cause instanceof ApiError ? cause.code : "bad_answer";
  }
}

/**
 * Signs out and deletes the user's unsaved text in this browser. Throws an ApiError if the site cannot be reached; the
 * session's cookies then remain.
 */
export async function closeSession(): Promise<void> {
  const response = await ask(ADDRESS, { method: "DELETE" });
  if (!response.ok) throw await errorOf(response);
  forgetUnsavedText();
}

async function ask(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    throw new ApiError("network", 0, { cause });
  }
}
