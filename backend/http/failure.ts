import {
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
  type FileFinding,
} from "@/contract/errors";

type Details = {
  /** Text for the log. Users read the message of the error code in messages/. */
  message?: string;
  fields?: FieldErrors;
  /** The stored object, sent with version_conflict. */
  current?: unknown;
  /** The challenge for the next step of a sign-in. */
  challenge?: string;
  /** The reason why a file is refused. */
  file?: FileFinding | undefined;
  /** Seconds until a retry makes sense, sent as Retry-After. */
  retryAfter?: number;
};

/** An error response: a code from the closed list with its details. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? code);
    this.name = "Failure";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** Returns the response in WordPress's error format. */
  toResponse(): Response {
    const { fields, current, challenge, file, retryAfter } = this.details;
    const body: ErrorBody = {
      code: this.code,
      message: this.message,
      data: {
        status: this.status,
        ...(fields && { fields }),
        ...(current !== undefined && { current }),
        ...(challenge !== undefined && { challenge }),
        ...(file && { file }),
      },
    };
    const headers = new Headers(PRIVATE_HEADERS);
    if (retryAfter !== undefined)
      headers.set("Retry-After", String(Math.max(1, Math.ceil(retryAfter))));
    return Response.json(body, { status: this.status, headers });
  }
}

/** Headers of API responses. Responses are personal, so no cache may store them. */
export const PRIVATE_HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Throws a code from the closed list, which ends the request. */
export function fail(code: ErrorCode, details?: Details): never {
  throw new Failure(code, details);
}
