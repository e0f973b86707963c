import {
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
  type FileFinding,
} from "@/contract/errors";

type Details = {
  /** Text of the failure for the log. Users see the text of the error code from messages/. */
  message?: string;
  fields?: FieldErrors;
  /** The stored object, which a response with version_conflict contains. */
  current?: unknown;
  /** The challenge for the next step of a sign-in. */
  challenge?: string;
  /** The reason why an uploaded file is refused. */
  file?: FileFinding | undefined;
  /** Seconds until the client can retry, sent as the header Retry-After. */
  retryAfter?: number;
};

/** An error response: an error code of the contract, with its details. */
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

  /** Returns the failure as a response in WordPress's error format. */
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

/** Throws a failure with an error code of the contract, which ends the request. */
export function fail(code: ErrorCode, details?: Details): never {
  throw new Failure(code, details);
}
