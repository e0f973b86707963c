import type { AnswerOf, Endpoint } from "@/contract/endpoint";
import { answerOf, type CallRequest, GATEWAY, requestOf } from "./client";
import { ApiError } from "./error";

/**
 * Calls an endpoint from the browser, through the same-origin gateway, which adds the Bearer.
 * Throws an ApiError: the contract's code, or `network` when there was no answer.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<AnswerOf<E>> {
  const response = await send(requestOf(endpoint, request, window.location.origin + GATEWAY));
  return answerOf(endpoint, response);
}

/** Sends a request and returns the raw response, for callers that need more than its JSON. Throws ApiError `network`. */
export async function send(request: Request): Promise<Response> {
  try {
    // Closing a page aborts its requests, unless they are marked to outlive it (keepalive).
    return await fetch(request, { keepalive: isLeaving(request) });
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new ApiError("network", 0, { cause });
  }
}

/** Reports whether a request must outlive its page: a write from a hidden page, which the browser can close any time. */
function isLeaving({ method }: Request): boolean {
  return method !== "GET" && document.visibilityState === "hidden";
}

/** One page of a list and its totals (`X-WP-Total`, `X-WP-TotalPages`). */
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
