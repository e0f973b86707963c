import type { MiddlewareHandler } from "hono";
import { Failure } from "./failure";

/** How a token begins that sees as somebody else: no access token does, and it says at once what it may not do. */
export const SEEING_TOKEN = "see.";

const READS = ["GET", "HEAD", "OPTIONS"];

/** The Bearer token of a request; undefined without one. */
export function bearerOf({ headers }: Request): string | undefined {
  const [scheme, token] = (headers.get("authorization") ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}

/**
 * Refuses whatever does not only read to whoever sees as somebody else (rule staff.see-as): before any route, so that no
 * endpoint can forget it, and whether or not the token still lives.
 */
export const onlyReads: MiddlewareHandler = async ({ req }, next) => {
  const sees = bearerOf(req.raw)?.startsWith(SEEING_TOKEN) === true;
  if (sees && !READS.includes(req.method)) throw new Failure("seeing_only");
  await next();
};
