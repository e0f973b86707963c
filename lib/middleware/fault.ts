import { RouteError } from "./steps";

/*
 * What went wrong before any page, from middleware.ts to the page that shows it, in a request header:
 * the address in the browser stays what it was.
 */

const HEADER = "x-fault";

/** Writes down a fault; what middleware did not mean to say stays in the log. */
export function writeFault(headers: Headers, error: unknown): RouteError {
  const fault = error instanceof RouteError ? error : new RouteError(500, "");
  headers.set(HEADER, `${fault.status} ${encodeURIComponent(fault.message)}`);
  return fault;
}

/** The fault a request carries. */
export function readFault(headers: Pick<Headers, "get">): { status: number; message: string } {
  const [status = "", message = ""] = (headers.get(HEADER) ?? "").split(" ");
  return { status: Number(status) || 500, message: decodeURIComponent(message) };
}
