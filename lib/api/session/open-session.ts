import type { z } from "zod";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import type { passkeyLogin } from "@/contract/users/keys";
import { getMe } from "@/contract/users/own-account";
import type { secondFactorLogin } from "@/contract/users/second-factor";
import type { loginSchema, ssoSchema, User } from "@/contract/users/user-schemas";
import type { enterByInvitation } from "@/contract/users/users";
import { forgetUnsavedText } from "../../browser/unsaved-text";
import { answerOf, errorOf } from "../client";
import { ApiError } from "../error";

/*
 * The session as the browser opens and closes it: the site keeps the tokens, the page gets the User.
 */

const ADDRESS = "/api/session";

/**
 * Signs in with e-mail address and password, its code, a provider's answer, a passkey, or with an invitation's link and the
 * password chosen there. Throws an ApiError.
 *
 * @param locale the page's language: it becomes the account's, if a provider's answer opens one
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
  return answerOf(getMe, response);
}

/** The challenge of a sign-in that goes on with a code; null when it is done. Other refusals are thrown. */
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
 * Signs the same person in again, after their session has ended; null on success, else the reason.
 * Another account's session must never receive this one's text.
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
 * Signs out; what this browser stored for the person (unsaved text) goes too. Throws an ApiError when
 * the site could not be reached: the cookies are still there.
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
