import type { DetailedError, FileReader, HttpRequest, HttpResponse } from "tus-js-client";
import { ERROR_STATUS, type ErrorBody, errorSchema, type FileFinding } from "@/contract/errors";
import type { UploadCode } from "./upload-state";

/** The server no longer has an upload, or another node has it: the file begins again. */
export const isGone = (status: number) => status === 404 || status === 410;

/** The answer to a question (HEAD) that told nothing. */
class Unanswered extends Error {
  readonly answer: HttpResponse;

  constructor(answer: HttpResponse) {
    super("the server did not say how far the upload is");
    this.answer = answer;
  }
}

/**
 * Throws unless an answer says how far an upload is, or that it is gone. tus' client begins the whole file again
 * whatever the error is: a server that is busy for a moment, or a session that is over, would cost every byte.
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

/** The status of the answer that ended a request; 0 when none came. */
export function statusOf(error: Error): number {
  return answerOf(error)?.getStatus() ?? 0;
}

/** Whether bytes found no upload to belong to: asked again, tus hears so and begins anew. */
export function beginsAgain(error: Error): boolean {
  const { originalRequest } = error as DetailedError;
  return originalRequest?.getMethod() === "PATCH" && isGone(statusOf(error));
}

/** How long a limit asks to wait, ms: tries before its end would be for nothing. */
export function waitOf(error: DetailedError): number {
  const seconds = Number(answerOf(error)?.getHeader("Retry-After"));
  return statusOf(error) === 429 && seconds > 0 ? seconds * 1000 : 0;
}

/** Whether the same request may succeed in a moment: no connection, or a server that is busy. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || status >= 500;
}

/** Codes that a status alone tells: answers to HEAD, and those of a proxy, have no body of ours. */
const BY_STATUS = ["too_large", "too_many_requests", "unavailable"] as const;

/** The code whose words say what went wrong, from the contract's body or else from the status. */
export function codeOf(error: DetailedError): Exclude<UploadCode, "file_changed"> {
  if (statusOf(error) === 0) return "network";
  const code = bodyOf(error)?.code;
  if (code) return code;
  return BY_STATUS.find((code) => ERROR_STATUS[code] === statusOf(error)) ?? "bad_answer";
}

/** What the check of a refused file found. */
export const findingOf = (error: DetailedError): FileFinding => bodyOf(error)?.data.file ?? {};

function bodyOf(error: DetailedError): ErrorBody | null {
  try {
    return errorSchema.parse(JSON.parse(answerOf(error)?.getBody() ?? ""));
  } catch {
    // Not the contract's body: the status alone may still say which code it is.
    return null;
  }
}

/** The chosen file can no longer be read: it changed, moved, or belongs to a cloud that gives no more bytes. */
class FileChanged extends Error {}

export const hasFileChanged = (error: Error) =>
  (error as DetailedError).causingError instanceof FileChanged;

/**
 * Reads a file for tus, each chunk into memory. Given a part of the file itself, a browser that cannot read it
 * reports a lost connection, and each retry fails alike.
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
