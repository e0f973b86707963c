import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { refresh } from "@/contract/users/users";
import { perProcess } from "../../per-process";
import { answerOf, requestOf } from "../client";
import { ApiError } from "../error";
import type { Tokens } from "./session";

export type Send = (request: Request) => Promise<Response>;

/** A new pair; or the session is over for good; or it is unknown for now. */
export type Refreshed = { tokens: Tokens } | "ended" | "unavailable";

/** Milliseconds a pair is kept for calls that left the browser with the old cookies; well
 * within the back end's own 30 seconds for successors. */
const KEEP = 10_000;

/** By token; the gateway and the session route share one in-flight refresh. */
const running = perProcess("refreshes", () => new Map<string, Promise<Refreshed>>());

/** One refresh per refresh token for all parallel calls of this process. Never throws. */
export function refreshOnce(token: string, send: Send, base: string): Promise<Refreshed> {
  const known = running.get(token);
  if (known) return known;
  const result = refreshNow(token, send, base);
  running.set(token, result);
  result.then((outcome) => {
    // Only success is kept: after an outage the next call tries again.
    if (typeof outcome === "string") running.delete(token);
    else setTimeout(() => running.delete(token), KEEP).unref();
  });
  return result;
}

async function refreshNow(token: string, send: Send, base: string): Promise<Refreshed> {
  try {
    const request = requestOf(
      refresh,
      { locale: DEFAULT_LANGUAGE, body: { refresh_token: token } },
      base,
    );
    return { tokens: await answerOf(refresh, await send(request)) };
  } catch (error) {
    // Only an explicit refusal by the back end ends a session; a 503 or a lost connection never does.
    if (error instanceof ApiError && error.code === "invalid_token") return "ended";
    console.error("a session could not be refreshed", error);
    return "unavailable";
  }
}
