import { fail } from "./failure";

/** Seconds until a user can retry when an external service is down. */
const RETRY_AFTER = 30;

export type Answer = { status: number; json: unknown };

/**
 * Requests JSON from another service. Fails with 503 if the service is unreachable, times out, fails, or does not
 * answer JSON, so that the user can retry.
 *
 * @param seconds the time limit
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
  // The request's time limit also applies to reading the response's body.
  const json: unknown = await answer.json().catch((cause) => away(url, String(cause)));
  return { status: answer.status, json };
}

/**
 * Fails with 503 and logs the URL of the external service without its query, because the query contains tokens.
 */
function away(url: URL, reason: string): never {
  return fail("unavailable", {
    message: `${url.origin}${url.pathname}: ${reason}`,
    retryAfter: RETRY_AFTER,
  });
}
