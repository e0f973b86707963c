import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "@/contract/errors";

/** What every private answer says to caches. */
export const PRIVATE = "private, no-store";

/** An answer of the site itself in the contract's error shape. `retryAfter` in seconds. */
export function failure(code: ErrorCode, { retryAfter }: { retryAfter?: number } = {}): Response {
  const body: ErrorBody = { code, message: code, data: { status: ERROR_STATUS[code] } };
  const headers = new Headers({ "Cache-Control": PRIVATE });
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  return Response.json(body, { status: ERROR_STATUS[code], headers });
}

/** The back end could not be reached or gave no answer; worth another try soon. */
export function unavailable(cause: unknown): Response {
  console.error("the back end gave no answer", cause);
  return failure("unavailable", { retryAfter: 5 });
}
