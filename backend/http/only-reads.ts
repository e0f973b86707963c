import type { MiddlewareHandler } from "hono";
import { Failure } from "./failure";

/** The prefix of impersonation tokens. No access token has it, so a write request is recognized without a lookup. */
export const IMPERSONATION_TOKEN = "see.";

const READS = ["GET", "HEAD", "OPTIONS"];

/** Returns the Bearer token of a request; undefined without one. */
export function bearerOf({ headers }: Request): string | undefined {
  const [scheme, token] = (headers.get("authorization") ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}

/**
 * Rejects write requests during impersonation (rule staff.see-as). Runs before every route, so no endpoint can forget it, and
 * also applies to expired tokens.
 */
export const onlyReads: MiddlewareHandler = async ({ req }, next) => {
  const sees = bearerOf(req.raw)?.startsWith(IMPERSONATION_TOKEN) === true;
  if (sees && !READS.includes(req.method)) throw new Failure("seeing_only");
  await next();
};
