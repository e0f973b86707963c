import type { AnswerOf, Endpoint } from "@/contract/endpoint";
import { answerOf, type CallRequest, GATEWAY, requestOf } from "./client";
import { ApiError } from "./error";

/**
 * Calls an endpoint from the browser through the gateway of this site, which adds the access token. Throws an ApiError.
 * The error has the contract's code, or the code `network` if there is no response.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<AnswerOf<E>> {
  const response = await send(requestOf(endpoint, request, window.location.origin + GATEWAY));
  return answerOf(endpoint, response);
}

/**
 * Sends a request and returns the raw response, for callers that need more than its JSON body. Throws an ApiError with
 * `network` if there is no response.
 */
export async function send(request: Request): Promise<Response> {
  try {
    // A browser aborts the requests of a page that it closes, except requests with `keepalive`.
    return await fetch(request, { keepalive: isLeaving(request) });
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new ApiError("network", 0, { cause });
  }
}

/**
 * Reports whether a request must survive the closing of its page. Returns true for a write request from a hidden page,
 * because a browser can close a hidden page at any time.
 */
function isLeaving({ method }: Request): boolean {
  return method !== "GET" && document.visibilityState === "hidden";
}

/** One page of a list, with the list's totals from the headers `X-WP-Total` and `X-WP-TotalPages`. */
export type Page<A> = { answer: A; total: number; pages: number };

/** Calls a list endpoint from the browser and also returns the totals from the headers. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<Page<AnswerOf<E>>> {
  const response = await send(requestOf(endpoint, request, window.location.origin + GATEWAY));
  const total = Number(response.headers.get("X-WP-Total"));
  const pages = Number(response.headers.get("X-WP-TotalPages"));
  return { answer: await answerOf(endpoint, response), total, pages };
}
