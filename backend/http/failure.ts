import {
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
  type FileFinding,
} from "@/contract/errors";

type Details = {
  /** For logs; people read what messages/ has for the code. */
  message?: string;
  fields?: FieldErrors;
  /** The stored object, with version_conflict. */
  current?: unknown;
  /** What the next step of a sign-in is bound to. */
  challenge?: string;
  /** Why a file is refused. */
  file?: FileFinding | undefined;
  /** Seconds; sent as Retry-After. */
  retryAfter?: number;
};

/** An error answer: a code from the closed list and its details. */
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

  /** The WordPress-shaped answer. */
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

/** API answers are personal: no cache may keep them. */
export const PRIVATE_HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Ends the request with a code from the closed list. */
export function fail(code: ErrorCode, details?: Details): never {
  throw new Failure(code, details);
}
