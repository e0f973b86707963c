import { createHmac, randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { type DestinationStream, type Logger, pino } from "pino";
import { saveProject } from "@/contract/project/project";
import type { BackendConfig } from "../config";
import type { Dependencies } from "../dependencies";
import { clientAddress } from "./client-address";
import { Failure } from "./failure";

/** Data that the log entry of a request contains. */
export type RequestVariables = {
  Variables: { requestId: string; log: Logger; endpoint?: string; userId?: string };
};

/** The format of request ids from load balancers and tracing tools. An id in another format could forge log entries. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** Opens the log: one JSON line per event on standard output, with times in UTC. */
export function openLog(config: BackendConfig, destination?: DestinationStream): Logger {
  return pino(
    {
      level: config.LOG_LEVEL,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      serializers: { err: describeError },
    },
    destination ?? pino.destination(1),
  );
}

/**
 * Describes an error for the log without user input. The query builder puts the parameters of a failed query, such as
 * password hashes, into the message and stack, so only the error's cause is logged.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: "not an error", type: typeof error };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const code = (cause ?? error) as { code?: unknown };
  if ("params" in error && "query" in error) {
    return { type: error.name, query: error.query, message: cause?.message, code: code.code };
  }
  return {
    type: error.name,
    message: error.message,
    code: code.code,
    stack: error.stack,
    ...(cause && { cause: describeError(cause) }),
  };
}

/**
 * Returns a keyed hash of an IP address, which links the requests of a day without revealing the address. The key
 * prevents trying all addresses, and the hash changes every day (docs/decisions/0037).
 */
function traceOf(address: string | null, { TOKEN_SECRET }: BackendConfig, now: Date) {
  if (address === null) return undefined;
  const day = now.toISOString().slice(0, 10);
  const trace = createHmac("sha256", TOKEN_SECRET).update(`address ${day} ${address}`);
  return trace.digest("hex").slice(0, 12);
}

/**
 * Logs and counts each request: id, endpoint, status, duration, the caller's id, and the hash of the IP address. Never
 * logs a query, a header, or a body. Returns the id in the response's X-Request-Id header.
 */
export function logRequests({
  log,
  config,
  now,
  counts,
}: Pick<Dependencies, "log" | "config" | "now" | "counts">): MiddlewareHandler<RequestVariables> {
  return async (context, next) => {
    const given = context.req.header("x-request-id") ?? "";
    const id = REQUEST_ID.test(given) ? given : randomUUID();
    context.set("requestId", id);
    context.set("log", log.child({ request: id }));
    const start = performance.now();
    await next();
    context.header("X-Request-Id", id);
    const ms = performance.now() - start;
    const endpoint = context.get("endpoint") ?? "none";
    const { status } = context.res;
    counts.request(endpoint, status, ms / 1000);
    if (endpoint === saveProject.name && status >= 400) {
      counts.saveRefused(context.error instanceof Failure ? context.error.code : "unavailable");
    }
    context.get("log").info(
      {
        method: context.req.method,
        endpoint,
        status,
        ms: Math.round(ms),
        user: context.get("userId"),
        from: traceOf(clientAddress({ request: context.req.raw, config, log }), config, now()),
      },
      "request",
    );
  };
}
