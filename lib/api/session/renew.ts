import { loginPath } from "../../routes/guard";
import { placeOf } from "../../routes/path";
import { safeNext } from "../../routes/safe-next";
import { PRIVATE_HEADERS } from "../failure";
import { type Gateway, siteGateway } from "./gateway";
import { IMPERSONATION_REFUSED, impersonationCookies, readImpersonation } from "./impersonation";
import { refreshOnce } from "./refresh";
import { clearedCookies, readSession, renewalFailedCookie, sessionCookies } from "./session";

/**
 * Handles `GET /api/session/renew?next=…`. The middleware redirects page loads with an expired access token to this
 * route, because a rendering page cannot set cookies. Redirects back with new tokens, or to the sign-in page if the
 * session ended. If the back end cannot be reached, redirects back with a cookie that prevents a redirect loop.
 */
export async function renew(request: Request, gateway: Gateway = siteGateway): Promise<Response> {
  const next = safeNext(new URL(request.url).searchParams.get("next"), "/dashboard");
  const isRefused = new URL(request.url).searchParams.has(IMPERSONATION_REFUSED);
  const session = readSession(request.headers.get("cookie"), gateway.secure);
  const refreshed = session?.refresh
    ? await refreshOnce(session.refresh, gateway.send, gateway.base)
    : "ended";
  if (refreshed === "ended") {
    const login = `${loginPath(placeOf(next.split(/[?#]/)[0] ?? "/"))}`;
    return goTo(`${login}?${new URLSearchParams({ next })}`, clearedCookies(gateway.secure));
  }
  if (refreshed === "unavailable") return goTo(next, [renewalFailedCookie(gateway.secure)]);
  const cookies = sessionCookies(refreshed.tokens, gateway.secure);
  return goTo(next, [...cookies, ...(isRefused ? endedLook(request, gateway.secure) : [])]);
}

/**
 * Returns cookies that mark the impersonation as expired. Call this function if the back end rejected the
 * impersonation's token although the session is valid.
 */
function endedLook(request: Request, secure: boolean): string[] {
  const look = readImpersonation(request.headers.get("cookie"), secure);
  return look ? impersonationCookies({ ...look, until: new Date(0).toISOString() }, secure) : [];
}

function goTo(path: string, cookies: string[]): Response {
  const headers = new Headers({ ...PRIVATE_HEADERS, Location: path });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 307, headers });
}
