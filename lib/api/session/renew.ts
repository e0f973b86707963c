import { loginPath } from "../../routes/guard";
import { placeOf } from "../../routes/path";
import { safeNext } from "../../routes/safe-next";
import { PRIVATE_HEADERS } from "../failure";
import { type Gateway, siteGateway } from "./gateway";
import { refreshOnce } from "./refresh";
import { LOOK_REFUSED, readSeeing, seeingCookies } from "./seeing";
import { clearedCookies, readSession, renewalFailedCookie, sessionCookies } from "./session";

/**
 * `GET /api/session/renew?next=…`: the guard sends page loads whose access token has expired here,
 * because a page cannot set cookies while it renders. Back to the page with a new pair; to the
 * sign-in when the session is over; back unchanged when the back end cannot be reached.
 */
export async function renew(request: Request, gateway: Gateway = siteGateway): Promise<Response> {
  const next = safeNext(new URL(request.url).searchParams.get("next"), "/dashboard");
  const isRefused = new URL(request.url).searchParams.has(LOOK_REFUSED);
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

/** A look whose token the back end knows no longer, while the session lives: what is left says that it is over. */
function endedLook(request: Request, secure: boolean): string[] {
  const look = readSeeing(request.headers.get("cookie"), secure);
  return look ? seeingCookies({ ...look, until: new Date(0).toISOString() }, secure) : [];
}

function goTo(path: string, cookies: string[]): Response {
  const headers = new Headers({ ...PRIVATE_HEADERS, Location: path });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 307, headers });
}
