import { RouteError } from "./steps";

/*
 * Passes an error from middleware.ts to the error page in a request header, so that the URL in the browser does not
 * change.
 */

const HEADER = "x-fault";

/**
 * Writes an error to a request header for the error page. An error that is not a RouteError becomes status 500 without
 * its message.
 */
export function writeFault(headers: Headers, error: unknown): RouteError {
  const fault = error instanceof RouteError ? error : new RouteError(500, "");
  headers.set(HEADER, `${fault.status} ${encodeURIComponent(fault.message)}`);
  return fault;
}

/** Reads the error that the middleware wrote to a request header. */
export function readFault(headers: Pick<Headers, "get">): { status: number; message: string } {
  const [status = "", message = ""] = (headers.get(HEADER) ?? "").split(" ");
  return { status: Number(status) || 500, message: decodeURIComponent(message) };
}
