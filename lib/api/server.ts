import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import type { AnswerOf, Endpoint } from "@/contract/endpoint";
import { DEFAULT_LANGUAGE, type Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import { type Invitation, readInvitation } from "@/contract/users/invitation";
import { getMe } from "@/contract/users/own-account";
import type { User } from "@/contract/users/user-schemas";
import { checkLink } from "@/contract/users/users";
import { dashboardPath, RENEW } from "../routes/guard";
import { pathFor } from "../routes/path";
import { answerOf, type CallRequest, requestOf } from "./client";
import { ApiError } from "./error";
import { LOOK_REFUSED, type Seeing, seeingIn } from "./session/seeing";
import { isGood, RENEWED, sessionCookieNames } from "./session/session";
import { backendBase, send } from "./transport";

/** Whom the page is seen as instead of the signed-in user; the middleware takes that away below the staff area. */
export const currentLook = cache(async (): Promise<Seeing | null> => {
  const kept = (await cookies()).get(sessionCookieNames.seeing)?.value;
  return kept ? seeingIn(kept) : null;
});

/**
 * Calls an endpoint from a server component as the signed-in user; null when the access token is
 * missing, expired or refused. It never refreshes: a rendering page cannot set cookies, so the
 * browser's next call does it. Throws an ApiError for everything else.
 */
export async function callAsUser<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<AnswerOf<E> | null> {
  const access = (await cookies()).get(sessionCookieNames.access)?.value ?? null;
  const look = await currentLook();
  const token = look ? look.token : access;
  if (!isGood(token, Date.now())) return null;
  const headers = { ...request.headers, Authorization: `Bearer ${token}` };
  try {
    const asked = requestOf(endpoint, { ...request, headers }, backendBase);
    return await answerOf(endpoint, await answered(asked));
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_authenticated") return null;
    throw error;
  }
}

/**
 * Whether a mail's link still works, asked while its page is drawn: nobody types a password for nothing. A
 * back end that cannot tell leaves it to the form.
 */
export async function linkWorks(token: string): Promise<boolean> {
  if (token === "") return false;
  try {
    const request = { locale: DEFAULT_LANGUAGE, body: { token } };
    await answerOf(checkLink, await answered(requestOf(checkLink, request, backendBase)));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code !== "token_expired" && error.code !== "invalid_fields";
  }
}

/** What the invitation behind a mail's link asks for; null where there is none, or nobody can tell: then it is answered inside. */
export async function invitationBehind(token: string): Promise<Invitation | null> {
  try {
    const request = { locale: DEFAULT_LANGUAGE, body: { token } };
    const answer = await answered(requestOf(readInvitation, request, backendBase));
    return (await answerOf(readInvitation, answer)).invitation;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}

async function answered(request: Request): Promise<Response> {
  try {
    return await send(request);
  } catch (cause) {
    throw new ApiError("network", 0, { cause });
  }
}

/** The signed-in user as the back end knows them now, asked once per rendering; null as above. */
export const currentUser = cache(
  (): Promise<User | null> => callAsUser(getMe, { locale: DEFAULT_LANGUAGE }),
);

/**
 * The signed-in user, for pages that make no sense without one. A token that looks valid but is
 * refused (the session was ended elsewhere) leads to the renewal, which ends at the sign-in.
 */
export async function signedInUser(locale: Language): Promise<User> {
  const user = await currentUser();
  if (user) return user;
  if ((await cookies()).has(RENEWED)) throw new ApiError("unavailable", 503);
  const search = new URLSearchParams({ next: dashboardPath({ locale }) });
  if (await currentLook()) search.set(LOOK_REFUSED, "1");
  redirect(`${RENEW}?${search}`);
}

/**
 * For anyone without one of the roles the page does not exist. Without a fresh token nobody is known yet:
 * the browser's first call renews it, and the back end decides there.
 */
export async function onlyFor(...roles: Role[]): Promise<void> {
  const user = await currentUser();
  if (user && !roles.some((role) => user.roles.includes(role))) notFound();
  await leadToSecondFactor();
}

/** Whose role asks for a second factor (rule account.second-factor) adds one first, on the profile. */
export async function leadToSecondFactor(): Promise<void> {
  const user = await currentUser();
  if (!user?.needs_second_factor) return;
  redirect(pathFor({ locale: await getLocale(), path: "/dashboard/edit-profile" }));
}

/**
 * For a page about one thing: where the back end does not know it, the page does not exist either. Any
 * other failure is the page's to show, in the browser.
 */
export async function knownOrNotFound<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<void> {
  try {
    await callAsUser(endpoint, request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) notFound();
  }
}
