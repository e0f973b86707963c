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

/** Sends a request of which more is wanted than its answer's JSON; `network` when there was no answer. */
export async function send(request: Request): Promise<Response> {
  try {
    // Closing a page aborts its requests, unless they are marked to outlive it (keepalive).
    return await fetch(request, { keepalive: isLeaving(request) });
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new ApiError("network", 0, { cause });
  }
}

/** A hidden page may be gone in a moment; only what it still has to send is worth the trouble. */
function isLeaving({ method }: Request): boolean {
  return method !== "GET" && document.visibilityState === "hidden";
}

/** One page of a list and the totals (`X-WP-Total`, `X-WP-TotalPages`). */
export type Page<A> = { answer: A; total: number; pages: number };

/** Like `call`, for lists whose size is in the headers. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<Page<AnswerOf<E>>> {
  const response = await send(requestOf(endpoint, request, window.location.origin + GATEWAY));
  const total = Number(response.headers.get("X-WP-Total"));
  const pages = Number(response.headers.get("X-WP-TotalPages"));
  return { answer: await answerOf(endpoint, response), total, pages };
}
