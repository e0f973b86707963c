import type { MiddlewareHandler } from "hono";
import { Failure } from "./failure";

/**
 * The prefix of impersonation tokens. Access tokens never have this prefix, so write requests during impersonation are
 * recognised without a database query.
 */
export const IMPERSONATION_TOKEN = "see.";

const READS = ["GET", "HEAD", "OPTIONS"];

/** Returns the Bearer token of a request; undefined without one. */
export function bearerOf({ headers }: Request): string | undefined {
  const [scheme, token] = (headers.get("authorization") ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}

/**
 * Rejects write requests with an impersonation token, even with an expired token (rule staff.see-as). Runs before every
 * route, so that it covers all endpoints.
 */
export const onlyReads: MiddlewareHandler = async ({ req }, next) => {
  const sees = bearerOf(req.raw)?.startsWith(IMPERSONATION_TOKEN) === true;
  if (sees && !READS.includes(req.method)) throw new Failure("seeing_only");
  await next();
};
