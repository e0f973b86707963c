import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "@/contract/errors";

/** What every private answer says to caches. */
export const PRIVATE = "private, no-store";

/** The policy of answers that are no pages: were one opened as a page, nothing in it would run. */
export const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** The headers of an answer that is one person's. */
export const PRIVATE_HEADERS = { "Cache-Control": PRIVATE, "Content-Security-Policy": NO_PAGE };

/** An answer of the site itself in the contract's error shape. `retryAfter` in seconds. */
export function failure(code: ErrorCode, { retryAfter }: { retryAfter?: number } = {}): Response {
  const body: ErrorBody = { code, message: code, data: { status: ERROR_STATUS[code] } };
  const headers = new Headers(PRIVATE_HEADERS);
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  return Response.json(body, { status: ERROR_STATUS[code], headers });
}

/** The back end could not be reached or gave no answer; worth another try soon. */
export function unavailable(cause: unknown): Response {
  console.error("the back end gave no answer", cause);
  return failure("unavailable", { retryAfter: 5 });
}
