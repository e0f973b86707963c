import { NO_PAGE, policyText } from "@/contract/content-policy";
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "@/contract/errors";

/** The Cache-Control of every private response. */
export const PRIVATE = "private, no-store";

/** The headers of a personal response. */
export const PRIVATE_HEADERS = {
  "Cache-Control": PRIVATE,
  "Content-Security-Policy": policyText(NO_PAGE),
};

/** A response from the site itself in the contract's error shape. `retryAfter` in seconds. */
export function failure(code: ErrorCode, { retryAfter }: { retryAfter?: number } = {}): Response {
  const body: ErrorBody = { code, message: code, data: { status: ERROR_STATUS[code] } };
  const headers = new Headers(PRIVATE_HEADERS);
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  return Response.json(body, { status: ERROR_STATUS[code], headers });
}

/** The back end could not be reached or gave no answer; worth retrying soon. */
export function unavailable(cause: unknown): Response {
  console.error("the back end gave no answer", cause);
  return failure("unavailable", { retryAfter: 5 });
}
