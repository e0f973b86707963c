import type { ErrorCode, FieldErrors } from "@/contract/errors";

/**
 * Error codes that the contract does not define. `network` means that the call got no response, and `bad_answer` that
 * the response was invalid.
 */
export type TransportCode = "network" | "bad_answer";

/** A failed endpoint call. The code selects the message that the user reads (messages/ `errors`). */
export class ApiError extends Error {
  readonly code: ErrorCode | TransportCode;
  /** HTTP status of the response; 0 without a response. */
  readonly status: number;
  readonly fields: FieldErrors;
  /**
   * Stored state of the object that the call tried to change. Present for the error `version_conflict`.
   */
  readonly current: unknown;
  /** Challenge for the next sign-in step. Present for the error `second_factor_required`. */
  readonly challenge: string | null;
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter: number | null;

  constructor(
    code: ErrorCode | TransportCode,
    status: number,
    more: {
      fields?: FieldErrors;
      current?: unknown;
      challenge?: string | undefined;
      retryAfter?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(`${status} ${code}`, { cause: more.cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fields = more.fields ?? {};
    this.current = more.current;
    this.challenge = more.challenge ?? null;
    this.retryAfter = more.retryAfter ?? null;
  }
}
