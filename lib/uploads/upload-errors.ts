import type { DetailedError, FileReader, HttpRequest, HttpResponse } from "tus-js-client";
import { ERROR_STATUS, type ErrorBody, errorSchema, type FileFinding } from "@/contract/errors";
import type { UploadCode } from "./upload-state";

/** Reports whether the server no longer has an upload, or another instance has it. The upload then starts over. */
export const isGone = (status: number) => status === 404 || status === 410;

/** The error for a HEAD response that reports no offset. */
class Unanswered extends Error {
  readonly answer: HttpResponse;

  constructor(answer: HttpResponse) {
    super("the server did not say how far the upload is");
    this.answer = answer;
  }
}

/**
 * Throws unless a HEAD response reports the offset of an upload, or that the upload no longer exists. The tus client
 * restarts the whole file after any error, so a busy server or an expired session would cost every byte.
 */
export function requireAnswer(request: HttpRequest, answer: HttpResponse): void {
  const status = answer.getStatus();
  if (request.getMethod() === "HEAD" && status >= 400 && !isGone(status)) {
    throw new Unanswered(answer);
  }
}

function answerOf(error: Error): HttpResponse | null {
  const { originalResponse, causingError } = error as DetailedError;
  return causingError instanceof Unanswered ? causingError.answer : originalResponse;
}

/** Returns the status of the response that ended a request. 0 without a response. */
export function statusOf(error: Error): number {
  return answerOf(error)?.getStatus() ?? 0;
}

/** Reports whether bytes were sent to a missing upload. On a retry, tus detects this and starts the upload over. */
export function beginsAgain(error: Error): boolean {
  const { originalRequest } = error as DetailedError;
  return originalRequest?.getMethod() === "PATCH" && isGone(statusOf(error));
}

/** Returns the milliseconds to wait after a rate limit. Retries before that would fail. */
export function waitOf(error: DetailedError): number {
  const seconds = Number(answerOf(error)?.getHeader("Retry-After"));
  return statusOf(error) === 429 && seconds > 0 ? seconds * 1000 : 0;
}

/** Reports whether the same request can succeed soon: there was no connection, or the server was busy. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || status >= 500;
}

/** Codes derived from the status alone: responses to HEAD and from proxies have no contract body. */
const BY_STATUS = ["too_large", "too_many_requests", "unavailable"] as const;

/** Returns the code that selects the error message: from the contract's body, or else from the status. */
export function codeOf(error: DetailedError): Exclude<UploadCode, "file_changed"> {
  if (statusOf(error) === 0) return "network";
  const code = bodyOf(error)?.code;
  if (code) return code;
  return BY_STATUS.find((code) => ERROR_STATUS[code] === statusOf(error)) ?? "bad_answer";
}

/** Returns the finding of the server's check of a refused file. */
export const findingOf = (error: DetailedError): FileFinding => bodyOf(error)?.data.file ?? {};

function bodyOf(error: DetailedError): ErrorBody | null {
  try {
    return errorSchema.parse(JSON.parse(answerOf(error)?.getBody() ?? ""));
  } catch {
    // The body is not the contract's. The status alone can still determine the code.
    return null;
  }
}

/** The error for a chosen file that can no longer be read: it changed, moved, or its cloud storage is unavailable. */
class FileChanged extends Error {}

export const hasFileChanged = (error: Error) =>
  (error as DetailedError).causingError instanceof FileChanged;

/**
 * Reads a file for tus and loads each chunk into memory. If tus got a slice of the file, a browser that cannot read the
 * file would report a lost connection, and every retry would fail.
 */
export const chunkReader: FileReader = {
  openFile: async (input) => {
    const file = input as File;
    return {
      size: file.size,
      close: () => {},
      slice: async (start, end) => {
        const bytes = await file
          .slice(start, end)
          .arrayBuffer()
          .catch((cause) => {
            throw new FileChanged("the file cannot be read", { cause });
          });
        if (bytes.byteLength < Math.min(end, file.size) - start)
          throw new FileChanged("the file has become shorter");
        return { value: new Blob([bytes]), done: end >= file.size };
      },
    };
  },
};
