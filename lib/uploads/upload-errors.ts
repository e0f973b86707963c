import type { DetailedError } from "tus-js-client";
import { ERROR_STATUS, errorSchema } from "@/contract/errors";
import type { UploadCode } from "./upload-state";

/** The status of the answer that ended a request; 0 when none came. */
export function statusOf(error: Error): number {
  return (error as DetailedError).originalResponse?.getStatus() ?? 0;
}

/** How long a limit asks to wait, ms: tries before its end would be for nothing. */
export function waitOf(error: DetailedError): number {
  const seconds = Number(error.originalResponse?.getHeader("Retry-After"));
  return statusOf(error) === 429 && seconds > 0 ? seconds * 1000 : 0;
}

/** Whether the same request may succeed in a moment: no connection, or a server that is busy. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || status >= 500;
}

/** The code whose words say what went wrong, from the contract's body or else from the status. */
export function codeOf(error: DetailedError): UploadCode {
  if (statusOf(error) === 0) return "network";
  try {
    const parsed = errorSchema.safeParse(JSON.parse(error.originalResponse?.getBody() ?? ""));
    if (parsed.success) return parsed.data.code;
  } catch {
    // Not the contract's body: the status alone may still say which code it is.
  }
  return statusOf(error) === ERROR_STATUS.too_large ? "too_large" : "bad_answer";
}
