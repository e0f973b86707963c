import type { ErrorCode, FieldErrors } from "@/contract/errors";

/** What can go wrong before any answer in the contract's terms: no connection, or an invalid response. */
export type TransportCode = "network" | "bad_answer";

/** A failed call: the code decides what people read (messages/ `errors`). */
export class ApiError extends Error {
  readonly code: ErrorCode | TransportCode;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly fields: FieldErrors;
  /** The stored object, with version_conflict. */
  readonly current: unknown;
  /** What the next step of a sign-in is bound to, with second_factor_required. */
  readonly challenge: string | null;
  /** Seconds to wait, when the server said so. */
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
