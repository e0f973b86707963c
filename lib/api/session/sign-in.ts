import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { getMe } from "@/contract/users/own-account";
import { passkeyLogin } from "@/contract/users/passkeys";
import { secondFactorLogin } from "@/contract/users/second-factor";
import { enterByInvitation, login, logout, sso } from "@/contract/users/users";
import { answerOf, requestOf } from "../client";
import { failure, PRIVATE_HEADERS, refuse, unavailable } from "../failure";
import { readSmall } from "../small-body";
import { outgoing } from "./forward";
import { type Gateway, siteGateway } from "./gateway";
import { impersonationCookies, readImpersonation } from "./impersonation";
import { comesFromElsewhere, comesFromSite } from "./origin";
import { refreshOnce } from "./refresh";
import {
  clearedCookies,
  deviceCookie,
  deviceMark,
  isGood,
  readSession,
  sessionCookies,
} from "./session";

/**
 * Handles `POST /api/session`: signs in through the back end (login, second factor, sso, passkey, or invitation).
 * Stores the tokens in httpOnly cookies and returns the User. Returns the back end's errors, and forbidden_origin for a
 * request from another site's page.
 */
export async function signIn(request: Request, gateway: Gateway = siteGateway): Promise<Response> {
  const session = readSession(request.headers.get("cookie"), gateway.secure);
  const refused = session ? !comesFromSite(request, gateway) : comesFromElsewhere(request, gateway);
  if (refused) return refuse(request, "forbidden_origin");
  const text = await readSmall(request);
  if (text instanceof Response) return text;
  const endpoint = endpointFor(text);
  if (!endpoint) return failure("not_json");
  try {
    const response = await openSession(request, endpoint.path, text, gateway);
    // Ends the browser's previous session in the back end, because the new session's cookies replace the cookies of the
    // previous session. Ignore errors, because the back end has possibly ended the previous session already.
    if (session && response.ok) await endSession(session, gateway).catch(() => {});
    return response;
  } catch (error) {
    return unavailable(error);
  }
}

/**
 * Selects the sign-in endpoint by the fields of the body: provider, passkey, code, or email token. Returns null if the
 * body is not JSON.
 */
function endpointFor(text: string) {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null) return login;
    if ("provider" in body) return sso;
    if ("passkey" in body) return passkeyLogin;
    if ("challenge" in body) return secondFactorLogin;
    return "token" in body ? enterByInvitation : login;
  } catch {
    return null;
  }
}

async function openSession(
  request: Request,
  path: string,
  text: string,
  { send, base, secure }: Gateway,
): Promise<Response> {
  const address = new URL(`/wp-json/${path}${new URL(request.url).search}`, request.url);
  const body = new TextEncoder().encode(text).buffer;
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/json");
  headers.delete("content-length");
  const mark = deviceMark(request.headers.get("cookie"), secure);
  headers.set("X-Device", mark);
  const asked = new Request(address, { method: "POST", headers });
  const answer = await send(outgoing(asked, body, null, base));
  if (!answer.ok) return passError(answer);
  const tokens = await answerOf(login, answer);
  const authorization = { Authorization: `Bearer ${tokens.access_token}` };
  const me = requestOf(getMe, { locale: DEFAULT_LANGUAGE, headers: authorization }, base);
  const user = await answerOf(getMe, await send(me));
  const response = Response.json(user, { headers: PRIVATE_HEADERS });
  const kept = [...sessionCookies(tokens, secure), deviceCookie(mark, secure)];
  for (const cookie of [...kept, ...forgottenLook(request, secure)]) {
    response.headers.append("Set-Cookie", cookie);
  }
  return response;
}

/** Returns cookies that delete the impersonation, because it must not continue under another session. */
function forgottenLook(request: Request, secure: boolean): string[] {
  return readImpersonation(request.headers.get("cookie"), secure)
    ? impersonationCookies(null, secure)
    : [];
}

/**
 * Returns the back end's error with the headers that the site can pass on. If the sign-in needs a second factor, the
 * status is 202: this step is normal, and browsers report error statuses in their console. At this point, no session
 * exists yet.
 */
async function passError(answer: Response): Promise<Response> {
  const headers = new Headers({ ...PRIVATE_HEADERS, "Content-Type": "application/json" });
  const retryAfter = answer.headers.get("retry-after");
  if (retryAfter !== null) headers.set("Retry-After", retryAfter);
  const text = await answer.text();
  const isNextStep = codeOf(text) === "second_factor_required";
  return new Response(text, { status: isNextStep ? 202 : answer.status, headers });
}

function codeOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { code?: unknown } | null)?.code;
  } catch {
    return null;
  }
}

/**
 * Handles `DELETE /api/session`: revokes all tokens of the session and deletes the cookies. Deletes the cookies even if
 * the back end cannot be reached, because signing out of a shared computer must always work.
 */
export async function signOut(request: Request, gateway: Gateway = siteGateway): Promise<Response> {
  const session = readSession(request.headers.get("cookie"), gateway.secure);
  if (session && !comesFromSite(request, gateway)) return refuse(request, "forbidden_origin");
  if (session) {
    await endSession(session, gateway).catch((error) => console.error("logout failed", error));
  }
  const response = new Response(null, { status: 204, headers: PRIVATE_HEADERS });
  for (const cookie of [
    ...clearedCookies(gateway.secure),
    ...forgottenLook(request, gateway.secure),
  ]) {
    response.headers.append("Set-Cookie", cookie);
  }
  return response;
}

async function endSession(
  { access, refresh }: { access: string | null; refresh: string | null },
  { send, base, now }: Gateway,
): Promise<void> {
  let token = isGood(access, now()) ? access : null;
  if (!token && refresh) {
    const refreshed = await refreshOnce(refresh, send, base);
    if (typeof refreshed !== "string") token = refreshed.tokens.access_token;
  }
  if (!token) return;
  const headers = { Authorization: `Bearer ${token}` };
  await answerOf(
    logout,
    await send(requestOf(logout, { locale: DEFAULT_LANGUAGE, headers }, base)),
  );
}
