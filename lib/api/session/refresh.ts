import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { refresh } from "@/contract/users/users";
import { perProcess } from "../../per-process";
import { answerOf, requestOf } from "../client";
import { ApiError } from "../error";
import type { Tokens } from "./session";

export type Send = (request: Request) => Promise<Response>;

/**
 * Result of refreshing a session: new tokens, a permanently ended session, or a back end that cannot be reached now.
 */
export type Refreshed = { tokens: Tokens } | "ended" | "unavailable";

/**
 * Milliseconds for which a refresh's new tokens stay in memory, for calls that the browser sent before it received the
 * new cookies. The back end accepts the old refresh token for longer, 30 seconds.
 */
const KEEP = 10_000;

/**
 * Session refreshes of this process that are in progress or succeeded less than `KEEP` milliseconds ago, by refresh
 * token. The gateway and the session route share this map.
 */
const running = perProcess("refreshes", () => new Map<string, Promise<Refreshed>>());

/** Refreshes a session. Parallel calls in this process with an equal refresh token share one refresh. Never throws. */
export function refreshOnce(token: string, send: Send, base: string): Promise<Refreshed> {
  const known = running.get(token);
  if (known) return known;
  const result = refreshNow(token, send, base);
  running.set(token, result);
  result.then((outcome) => {
    // Delete a failed refresh from the map, so that the next call after an outage tries again.
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
    // A session ends only if the back end rejects it. A 503 response or a lost connection ends no session.
    if (error instanceof ApiError && error.code === "invalid_token") return "ended";
    console.error("a session could not be refreshed", error);
    return "unavailable";
  }
}
