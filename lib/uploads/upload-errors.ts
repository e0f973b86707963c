import type { DetailedError, FileReader, HttpRequest, HttpResponse } from "tus-js-client";
import { ERROR_STATUS, type ErrorBody, errorSchema, type FileFinding } from "@/contract/errors";
import type { UploadCode } from "./upload-state";

/**
 * Reports whether the upload no longer exists on this server: the server deleted the upload, or another instance has
 * it. The upload restarts in both cases.
 */
export const isGone = (status: number) => status === 404 || status === 410;

/** The error for a HEAD response that does not report how many bytes of the upload the server has. */
class Unanswered extends Error {
  readonly answer: HttpResponse;

  constructor(answer: HttpResponse) {
    super("the server did not say how far the upload is");
    this.answer = answer;
  }
}

/**
 * Throws if a HEAD response reports neither the number of bytes that the server has nor that the upload no longer
 * exists. Without this error, the tus client would send the whole file again, for example after the session expired.
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

/** Returns the status of the response that ended a request. 0 if there was no response. */
export function statusOf(error: Error): number {
  return answerOf(error)?.getStatus() ?? 0;
}

/**
 * Reports whether the client sent bytes to an upload that no longer exists. On a retry, the tus client detects this and
 * restarts the upload.
 */
export function beginsAgain(error: Error): boolean {
  const { originalRequest } = error as DetailedError;
  return originalRequest?.getMethod() === "PATCH" && isGone(statusOf(error));
}

/** Returns the milliseconds to wait after a rate limit, from the Retry-After header. Earlier retries would fail. */
export function waitOf(error: DetailedError): number {
  const seconds = Number(answerOf(error)?.getHeader("Retry-After"));
  return statusOf(error) === 429 && seconds > 0 ? seconds * 1000 : 0;
}

/**
 * Reports whether a retry of the same request can succeed soon, because there was no connection or the server was busy.
 */
export function isPassing(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || status >= 500;
}

/**
 * Error codes derived from the status alone, because responses to HEAD and responses from proxies have no error body.
 */
const BY_STATUS = ["too_large", "too_many_requests", "unavailable"] as const;

/**
 * Returns the error code that selects the message for the user. Reads the code from the response body, or else derives
 * it from the status.
 */
export function codeOf(error: DetailedError): Exclude<UploadCode, "file_changed"> {
  if (statusOf(error) === 0) return "network";
  const code = bodyOf(error)?.code;
  if (code) return code;
  return BY_STATUS.find((code) => ERROR_STATUS[code] === statusOf(error)) ?? "bad_answer";
}

/**
 * Returns the reason why the server's check refused a file, with the values that the check measured.
 */
export const findingOf = (error: DetailedError): FileFinding => bodyOf(error)?.data.file ?? {};

function bodyOf(error: DetailedError): ErrorBody | null {
  try {
    return errorSchema.parse(JSON.parse(answerOf(error)?.getBody() ?? ""));
  } catch {
    // The response body is not an error of the contract. The status can still determine the error code.
    return null;
  }
}

/**
 * The error for a chosen file that the browser can no longer read: it changed, moved, or its cloud storage is
 * unavailable.
 */
class FileChanged extends Error {}

export const hasFileChanged = (error: Error) =>
  (error as DetailedError).causingError instanceof FileChanged;

/**
 * Loads each chunk of a file into memory for the tus client. If a browser could not read a slice of the file, tus would
 * report a lost connection, and every retry would fail.
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
