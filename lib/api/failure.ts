import { NO_PAGE, policyText } from "@/contract/content-policy";
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "@/contract/errors";

/** Cache-Control header of every private response. */
export const PRIVATE = "private, no-store";

export const PRIVATE_HEADERS = {
  "Cache-Control": PRIVATE,
  "Content-Security-Policy": policyText(NO_PAGE),
};

/**
 * Returns an error response that the site sends instead of the back end, in the contract's format. `retryAfter` is in
 * seconds.
 */
export function failure(code: ErrorCode, { retryAfter }: { retryAfter?: number } = {}): Response {
  const body: ErrorBody = { code, message: code, data: { status: ERROR_STATUS[code] } };
  const headers = new Headers(PRIVATE_HEADERS);
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  return Response.json(body, { status: ERROR_STATUS[code], headers });
}

/** Maximum number of characters of a request header that the log records. */
const SAID = 200;

/**
 * Rejects a request that tries to bypass the gateway, and logs its method, path, and claimed origin. Does not log the
 * query, because the query can contain a secret.
 */
export function refuse(request: Request, code: "forbidden_origin" | "use_session"): Response {
  const { method, headers, url } = request;
  const from = headers.get("origin") ?? headers.get("sec-fetch-site");
  const said = {
    code,
    method,
    path: new URL(url).pathname.slice(0, SAID),
    from: from?.slice(0, SAID),
  };
  console.warn(`gateway: refused ${JSON.stringify(said)}`);
  return failure(code);
}

/**
 * Returns a 503 response for a back end that cannot be reached or does not answer. Suggests a retry after 5 seconds.
 */
export function unavailable(cause: unknown): Response {
  console.error("the back end gave no answer", cause);
  return failure("unavailable", { retryAfter: 5 });
}
