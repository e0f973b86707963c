import { refresh } from "@/contract/users";
import { answerOf, requestOf } from "./client";
import { ApiError } from "./error";
import type { Tokens } from "./session";

export type Send = (request: Request) => Promise<Response>;

/** A new pair; or the session is over for good; or nobody can say right now. */
export type Refreshed = { tokens: Tokens } | "ended" | "unavailable";

/** Milliseconds a pair stays at hand for calls that left the browser with the old cookies; well
 * within the back end's own 30 seconds for successors. */
const KEEP = 10_000;

const RUNNING: unique symbol = Symbol.for("slancio.refreshes") as never;
// On globalThis: the gateway and the session route are bundled apart, and share one flight.
const shared: { [RUNNING]?: Map<string, Promise<Refreshed>> } = globalThis as never;

/** One refresh per refresh token for all parallel calls of this process. Never throws. */
export function refreshOnce(token: string, send: Send, base: string): Promise<Refreshed> {
  shared[RUNNING] ??= new Map();
  const running = shared[RUNNING];
  const known = running.get(token);
  if (known) return known;
  const result = refreshNow(token, send, base);
  running.set(token, result);
  result.then((outcome) => {
    // Only success is kept: a back end that was away is asked again by the next call.
    if (typeof outcome === "string") running.delete(token);
    else setTimeout(() => running.delete(token), KEEP).unref();
  });
  return result;
}

async function refreshNow(token: string, send: Send, base: string): Promise<Refreshed> {
  try {
    const request = requestOf(refresh, { locale: "it", body: { refresh_token: token } }, base);
    return { tokens: await answerOf(refresh, await send(request)) };
  } catch (error) {
    // Only the back end's own word ends a session; a 503 or a lost connection never does.
    if (error instanceof ApiError && error.code === "invalid_token") return "ended";
    console.error("a session could not be refreshed", error);
    return "unavailable";
  }
}
