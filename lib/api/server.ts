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
import {
  IMPERSONATION_REFUSED,
  type Impersonation,
  impersonationIn,
} from "./session/impersonation";
import { isGood, RENEWED, sessionCookieNames } from "./session/session";
import { backendBase, send } from "./transport";

/**
 * Returns the impersonation of an applicant in this browser, or null. In the control room, the result is always null,
 * because the middleware removes the cookie.
 */
export const currentImpersonation = cache(async (): Promise<Impersonation | null> => {
  const kept = (await cookies()).get(sessionCookieNames.seeing)?.value;
  return kept ? impersonationIn(kept) : null;
});

/**
 * Calls an endpoint from a server component as the signed-in user. Returns null if the access token is missing,
 * expired, or rejected. The token is not refreshed, because a rendering page cannot set cookies; the browser's next
 * call refreshes it. Throws an ApiError for other failures.
 */
export async function callAsUser<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<AnswerOf<E> | null> {
  const access = (await cookies()).get(sessionCookieNames.access)?.value ?? null;
  const look = await currentImpersonation();
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
 * Reports whether an email's link still works, before the page asks for a password. Returns true if the back end cannot
 * answer, because the form then reports the error.
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

/**
 * Returns the invitation that an email's link belongs to. Returns null if the link has no invitation or the back end
 * cannot answer.
 */
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

/**
 * Returns the signed-in user from the back end, requested once per page rendering. Null without a valid access token.
 */
export const currentUser = cache(
  (): Promise<User | null> => callAsUser(getMe, { locale: DEFAULT_LANGUAGE }),
);

/**
 * Returns the signed-in user, for pages that require one. If the back end rejects the token, for example because the
 * session ended elsewhere, redirects to the session renewal and then to the sign-in page.
 */
export async function signedInUser(locale: Language): Promise<User> {
  const user = await currentUser();
  if (user) return user;
  if ((await cookies()).has(RENEWED)) throw new ApiError("unavailable", 503);
  const search = new URLSearchParams({ next: dashboardPath({ locale }) });
  if (await currentImpersonation()) search.set(IMPERSONATION_REFUSED, "1");
  redirect(`${RENEW}?${search}`);
}

/**
 * Shows a 404 page to users without one of the roles. Without a valid access token the page renders, because the user
 * is unknown: the browser's first call renews the token, and the back end checks the role.
 */
export async function onlyFor(...roles: Role[]): Promise<void> {
  const user = await currentUser();
  if (user && !roles.some((role) => user.roles.includes(role))) notFound();
  await leadToSecondFactor();
}

/** Redirects to the profile when the user's role requires a second factor. Rule: account.second-factor. */
export async function leadToSecondFactor(): Promise<void> {
  const user = await currentUser();
  if (!user?.needs_second_factor) return;
  redirect(pathFor({ locale: await getLocale(), path: "/dashboard/edit-profile" }));
}

/**
 * Requests each object once per page rendering. The parameter `request` is a JSON text, because React's cache compares
 * objects by identity, not by content.
 */
const readOnce = cache((endpoint: Endpoint, request: string) =>
  callAsUser(endpoint, JSON.parse(request)),
);

/**
 * Returns the object that a page shows, or shows a 404 page if the back end does not know the object. Returns null
 * after other failures; the page then shows the failure in the browser. The page and its title share one request.
 */
export async function knownOrNotFound<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<AnswerOf<E> | null> {
  try {
    return (await readOnce(endpoint, JSON.stringify(request))) as AnswerOf<E> | null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) notFound();
    return null;
  }
}
