import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { AnswerOf, Endpoint } from "@/contract/endpoint";
import type { User } from "@/contract/user-schemas";
import { getMe } from "@/contract/users";
import type { Locale } from "../i18n/routing";
import { dashboardPath, RENEW } from "../routes/guard";
import { answerOf, type CallRequest, requestOf } from "./client";
import { ApiError } from "./error";
import { isGood, RENEWED, sessionCookieNames } from "./session";
import { backendBase, send } from "./transport";

/**
 * Calls an endpoint from a server component as the signed-in user; null when the access token is
 * missing, expired or refused. It never refreshes: a rendering page cannot set cookies, so the
 * browser's next call does it. Throws an ApiError for everything else.
 */
export async function callAsUser<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<AnswerOf<E> | null> {
  const token = (await cookies()).get(sessionCookieNames.access)?.value ?? null;
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

async function answered(request: Request): Promise<Response> {
  try {
    return await send(request);
  } catch (cause) {
    throw new ApiError("network", 0, { cause });
  }
}

/** The signed-in user as the back end knows them now, asked once per rendering; null as above. */
export const currentUser = cache((): Promise<User | null> => callAsUser(getMe, { locale: "it" }));

/**
 * The signed-in user, for pages that make no sense without one. A token that looks good but is
 * refused (the session was ended elsewhere) goes to the renewal, which ends at the sign-in.
 */
export async function signedInUser(locale: Locale): Promise<User> {
  const user = await currentUser();
  if (user) return user;
  if ((await cookies()).has(RENEWED)) throw new ApiError("unavailable", 503);
  redirect(`${RENEW}?${new URLSearchParams({ next: dashboardPath({ locale }) })}`);
}
