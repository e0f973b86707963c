import { fail } from "./failure";

/** Seconds after which it is worth retrying when a service is down. */
const RETRY_AFTER = 30;

export type Answer = { status: number; json: unknown };

/**
 * Asks another service for JSON. 503 when it cannot be reached, times out, fails itself or does not answer
 * JSON: then nobody has said no, and the person may try again.
 *
 * @param seconds how long it may take
 */
export async function askService(
  url: URL,
  seconds: number,
  init: RequestInit = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    ...init,
    redirect: "error",
    signal: AbortSignal.timeout(seconds * 1000),
  }).catch((cause) => away(url, String(cause)));
  if (answer.status >= 500) return away(url, `status ${answer.status}`);
  // The timeout covers the body, too.
  const json: unknown = await answer.json().catch((cause) => away(url, String(cause)));
  return { status: answer.status, json };
}

/** The address alone, without its query: that holds tokens. */
function away(url: URL, reason: string): never {
  return fail("unavailable", {
    message: `${url.origin}${url.pathname}: ${reason}`,
    retryAfter: RETRY_AFTER,
  });
}
