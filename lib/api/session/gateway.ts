import { config } from "../../config";
import { failure, PRIVATE, refuse, unavailable } from "../failure";
import { backendBase, send } from "../transport";
import { type Body, bodyOf, incoming, outgoing } from "./forward";
import { type Impersonation, impersonationOf, isOver } from "./impersonation";
import { comesFromSite, isSafe, type SiteOrigin } from "./origin";
import { type Refreshed, refreshOnce, type Send } from "./refresh";
import { clearedCookies, isGood, readSession, type Session, sessionCookies } from "./session";

export type Gateway = SiteOrigin & {
  send: Send;
  /** URL of the back end's /wp-json, with its trailing slash. */
  base: string;
  secure: boolean;
  now: () => number;
};

/** Gateway with the configuration of the running site. */
export const siteGateway: Gateway = {
  send,
  base: backendBase,
  siteUrl: config.siteUrl,
  acceptOwnHost: config.acceptOwnHost,
  secure: config.secure,
  now: Date.now,
};

/**
 * Error codes of 401 responses about credentials in the request itself, such as a wrong password. After these errors,
 * refreshing the session would not help.
 */
const OWN_CREDENTIALS = ["invalid_credentials", "invalid_token", "invalid_provider_token"];

/**
 * Forwards a browser's call to the back end. If the call has a session cookie, adds the access token, refreshed if
 * needed, and sets the new cookies in the response. Otherwise, keeps the call's own Authorization header.
 */
export async function throughGateway(
  request: Request,
  gateway: Gateway = siteGateway,
): Promise<Response> {
  try {
    if (request.headers.has("sec-fetch-site") && opensSession(request)) {
      return refuse(request, "use_session");
    }
    const look = impersonationOf(request, gateway.secure);
    if (look) return await underLook(request, look, gateway);
    const session = readSession(request.headers.get("cookie"), gateway.secure);
    if (session) return await withSession(request, session, gateway);
    const own = request.headers.get("authorization");
    const body = await bodyOf(request);
    const answer = incoming(await gateway.send(outgoing(request, body, own, gateway.base)));
    return own === null ? answer : asPrivate(answer);
  } catch (error) {
    return unavailable(error);
  }
}

/**
 * Reports whether an endpoint returns tokens (login, sso, see-as). The gateway rejects calls of browsers to these
 * endpoints, so that no script in a page can read a token.
 */
function opensSession(request: Request): boolean {
  const path = decoded(new URL(request.url).pathname)
    .replaceAll(/\/{2,}/g, "/")
    .toLowerCase();
  return /\/(?:users\/(?:login(?:\/(?:refresh|invitation|second-factor))?|passkeys\/login|sso)|staff\/applications\/[^/]+\/see-as)\/?$/.test(
    path,
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Forwards a call during an impersonation, with the impersonation's token, which is never renewed. After the token has
 * expired, calls fail and do not use the staff member's session: an open page would otherwise write into the wrong
 * account.
 */
async function underLook(
  request: Request,
  look: Impersonation,
  gateway: Gateway,
): Promise<Response> {
  if (!isSafe(request.method)) {
    return comesFromSite(request, gateway)
      ? failure("seeing_only")
      : refuse(request, "forbidden_origin");
  }
  const answer = isOver(look, gateway.now())
    ? null
    : await sendAs(look.token, request, null, gateway);
  return answer && answer.status !== 401 ? answer : failure("seeing_over");
}

/** Forwards a call as the user who signed in, even if an impersonation is active. */
export async function withSession(
  request: Request,
  session: Session,
  gateway: Gateway,
): Promise<Response> {
  if (!isSafe(request.method) && !comesFromSite(request, gateway)) {
    return refuse(request, "forbidden_origin");
  }
  const body = await bodyOf(request);
  if (isGood(session.access, gateway.now())) {
    const answer = await sendAs(session.access, request, body, gateway);
    if (answer.status !== 401 || !session.refresh) return answer;
    return afterRefusal(answer, session.refresh, request, body, gateway);
  }
  const refreshed = session.refresh
    ? await refreshOnce(session.refresh, gateway.send, gateway.base)
    : "ended";
  if (refreshed === "unavailable") return failure("unavailable", { retryAfter: 5 });
  const token = refreshed === "ended" ? null : refreshed.tokens.access_token;
  return withCookies(await sendAs(token, request, body, gateway), refreshed, gateway);
}

/**
 * Refreshes the session once after the back end rejected the access token, and repeats the call if its body is in
 * memory.
 */
async function afterRefusal(
  answer: Response,
  refreshToken: string,
  request: Request,
  body: Body,
  gateway: Gateway,
): Promise<Response> {
  const { code } = await answer
    .clone()
    .json()
    .catch(() => ({ code: undefined }));
  if (OWN_CREDENTIALS.includes(code)) return answer;
  const refreshed = await refreshOnce(refreshToken, gateway.send, gateway.base);
  if (refreshed === "unavailable") return failure("unavailable", { retryAfter: 5 });
  // A streamed body has already been read, so the browser gets the new cookies and must repeat the call.
  if (refreshed === "ended" || body instanceof ReadableStream) {
    return withCookies(answer, refreshed, gateway);
  }
  const again = await sendAs(refreshed.tokens.access_token, request, body, gateway);
  return withCookies(again, refreshed, gateway);
}

async function sendAs(token: string | null, request: Request, body: Body, gateway: Gateway) {
  const authorization = token === null ? null : `Bearer ${token}`;
  const answer = await gateway.send(outgoing(request, body, authorization, gateway.base));
  return asPrivate(incoming(answer));
}

function asPrivate(response: Response): Response {
  response.headers.set("Cache-Control", PRIVATE);
  return response;
}

function withCookies(
  response: Response,
  refreshed: Exclude<Refreshed, "unavailable">,
  { secure }: Gateway,
): Response {
  const cookies =
    refreshed === "ended" ? clearedCookies(secure) : sessionCookies(refreshed.tokens, secure);
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
