import { z } from "zod";
import { seeAs, stopSeeing } from "@/contract/staff/see-as";
import { safeNext } from "../../routes/safe-next";
import { STAFF_AREA } from "../../routes/staff-area";
import { answerOf } from "../client";
import { failure, PRIVATE_HEADERS, refuse, unavailable } from "../failure";
import { readSmall } from "../small-body";
import { type Gateway, siteGateway, withSession } from "./gateway";
import { impersonationCookies, isStaffPage, readImpersonation } from "./impersonation";
import { comesFromSite } from "./origin";
import { readSession } from "./session";

/** Body of a request to start an impersonation: the application, the reason, and the staff page to return to. */
export const impersonationSchema = z.object({
  application: z.string(),
  reason: z.string(),
  back: z.string(),
});

/**
 * Handles `POST /api/session/seeing`: requests a read-only token for an applicant's pages. Stores the token in an
 * httpOnly cookie and leaves the session's cookies unchanged. Returns 204, or the back end's error.
 */
export async function beginImpersonation(
  request: Request,
  gateway: Gateway = siteGateway,
): Promise<Response> {
  const session = readSession(request.headers.get("cookie"), gateway.secure);
  if (!comesFromSite(request, gateway)) return refuse(request, "forbidden_origin");
  if (!session) return failure("not_authenticated");
  const text = await readSmall(request);
  if (text instanceof Response) return text;
  const asked = impersonationSchema.safeParse(parsed(text));
  if (!asked.success) return failure("not_json");
  const { application, reason, back } = asked.data;
  const path = seeAs.path.replace("{id}", encodeURIComponent(application));
  try {
    const call = callOf(request, seeAs.method, path, JSON.stringify({ reason }));
    const answer = await withSession(call, session, gateway);
    if (!answer.ok) return answer;
    const { token, name, until } = await answerOf(seeAs, answer);
    const began = { token, name, until, back: staffPage(back) };
    const fresh = answer.headers.getSetCookie();
    return done([...fresh, ...impersonationCookies(began, gateway.secure)]);
  } catch (error) {
    return unavailable(error);
  }
}

/**
 * Handles `POST /api/session/seeing/stop` from a form: ends the impersonation and redirects to the page where it began.
 * Deletes the cookie even if the back end cannot be reached; the token then expires later.
 */
export async function stopImpersonation(
  request: Request,
  gateway: Gateway = siteGateway,
): Promise<Response> {
  if (!comesFromSite(request, gateway)) return refuse(request, "forbidden_origin");
  const cookies = request.headers.get("cookie");
  const session = readSession(cookies, gateway.secure);
  const call = callOf(request, stopSeeing.method, stopSeeing.path);
  const ended = session
    ? await withSession(call, session, gateway).catch((error) => void console.error(error))
    : undefined;
  const fresh = ended?.headers.getSetCookie() ?? [];
  const response = done([...fresh, ...impersonationCookies(null, gateway.secure)], 303);
  const back = readImpersonation(cookies, gateway.secure)?.back;
  response.headers.set("Location", staffPage(back));
  return response;
}

function staffPage(path: string | undefined): string {
  const page = safeNext(path, STAFF_AREA);
  return isStaffPage(page.split(/[?#]/)[0] ?? "") ? page : STAFF_AREA;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Builds a request that the site sends through the gateway with the session cookies of the staff member's browser. */
function callOf(request: Request, method: string, path: string, body = ""): Request {
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/json");
  headers.set("Content-Length", String(Buffer.byteLength(body)));
  const address = new URL(`/wp-json/${path}`, request.url);
  return new Request(address, { method, headers, body: body || null });
}

function done(cookies: string[], status: 204 | 303 = 204): Response {
  const response = new Response(null, { status, headers: PRIVATE_HEADERS });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
