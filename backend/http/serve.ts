import type { Hono } from "hono";
import type { z } from "zod";
import {
  type AnswerOf,
  type Endpoint,
  isHidden,
  mayCall,
  type ParamsOf,
} from "@/contract/endpoint";
import type { Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import type { Dependencies } from "../dependencies";
import { Failure, fail, PRIVATE_HEADERS } from "./failure";
import type { RequestVariables } from "./log";
import { parseWith, readIfMatch, readJson, readLanguage } from "./parse";

/**
 * The caller of a request, with the account's current state from the database, so that changed roles and deactivation
 * take effect immediately.
 */
export type Caller = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  language: Language;
  roles: Role[];
  /** The caller's roles that require a second factor. Empty if the account has a second factor. */
  lacking: Role[];
  sessionId: string;
  /** True if a staff member makes the request while impersonating this account. */
  seenOnly?: true;
};

/** Returns the caller of a request. Throws if the request is not authenticated. */
export type Authenticate = (request: Request, deps: Dependencies) => Promise<Caller>;

/** The input that decides whether a session was re-authenticated recently enough for an endpoint. */
export type ReauthenticationCall = Pick<Dependencies, "db" | "config" | "now"> & {
  caller: Caller;
  body: unknown;
};
/** Rejects a caller whose session was not re-authenticated as recently as the endpoint requires. */
export type RequireReauthentication = (
  endpoint: Endpoint,
  call: ReauthenticationCall,
) => Promise<void>;

type Parsed<E extends Endpoint, K extends "query" | "body"> =
  E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** An authorized and parsed request, as a handler receives it. */
export type Call<E extends Endpoint> = Dependencies & {
  request: Request;
  /**
   * The arrival time of the request. The back end compares this time with deadlines, regardless of how long the body
   * takes to arrive.
   */
  arrivedAt: Date;
  params: ParamsOf<E>;
  query: Parsed<E, "query">;
  body: Parsed<E, "body">;
  caller: E["access"] extends "anyone" ? null : Caller;
  /**
   * Version of the changed object from the request's If-Match header. Null without the header; NaN if the header
   * matches no version.
   */
  ifMatch: number | null;
  language: Language;
};

type Result<E extends Endpoint> =
  | AnswerOf<E>
  // A handler without an answer needs no return statement.
  // biome-ignore lint/suspicious/noConfusingVoidType: it is the return type of a function
  | (AnswerOf<E> extends undefined ? void : never)
  | Response
  | (E extends { answer: { headers: readonly string[] } }
      ? { json: AnswerOf<E>; headers: Record<string, string> }
      : never);

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>>;
export type Serve = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** The handlers of all endpoints of a contract module. A missing handler is a type error. */
type Handlers<C> = {
  [K in keyof C as C[K] extends Endpoint ? K : never]: C[K] extends Endpoint
    ? Handler<C[K]>
    : never;
};

/**
 * Registers a handler for each endpoint of a contract module, in the order of `handlers`. A fixed path must come before
 * a path with a parameter.
 */
export function serveAll<C extends object>(serve: Serve, contract: C, handlers: Handlers<C>): void {
  for (const [name, handler] of Object.entries(handlers))
    serve(contract[name as keyof C] as Endpoint, handler as Handler<Endpoint>);
}

/**
 * Creates `serve(endpoint, handler)`, which registers an endpoint. Each request passes the checks for access and
 * re-authentication, is parsed with the endpoint's schemas, and runs the handler. The answer contains only declared
 * fields (rule contract.declared).
 */
export function serveOn(
  app: Hono<RequestVariables>,
  deps: Dependencies,
  authenticate: Authenticate,
  requireReauthentication: RequireReauthentication,
): Serve {
  return function serve(endpoint, handler) {
    const path = `/wp-json/${endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1").replace(/\/$/, "")}`;
    app.on(endpoint.method, path, async (context) => {
      const arrivedAt = deps.now();
      context.set("endpoint", endpoint.name);
      const request = context.req.raw;
      const url = new URL(request.url);
      const caller =
        endpoint.access === "anyone"
          ? null
          : await authenticate(request, deps).catch((error) => refuse(endpoint, error));
      if (caller) context.set("userId", caller.id);
      if (caller && !mayCall(endpoint, caller.roles)) {
        refuse(endpoint, new Failure("forbidden_role"));
      }
      // If the caller's only permitted role requires a second factor that the account lacks, even a hidden endpoint
      // answers second_factor_missing. Callers without a permitted role get a 404 from a hidden endpoint.
      const roles = caller?.roles.filter((role) => !caller.lacking.includes(role));
      if (roles && !mayCall(endpoint, roles)) fail("second_factor_missing");
      // During impersonation, refuses endpoints that require re-authentication, including endpoints that only read.
      if (caller?.seenOnly && (endpoint.proof ?? "session") !== "session") fail("seeing_only");
      const query = endpoint.query
        ? parseWith(endpoint.query, Object.fromEntries(url.searchParams))
        : undefined;
      const body = endpoint.body ? parseWith(endpoint.body, await readJson(request)) : undefined;
      if (caller && !isShowing(endpoint, body)) {
        await requireReauthentication(endpoint, { ...deps, caller, body });
      }
      const call = {
        ...deps,
        log: context.get("log"),
        request,
        arrivedAt,
        params: context.req.param(),
        query,
        body,
        caller,
        ifMatch: readIfMatch(request),
        language: readLanguage(url),
      };
      // TypeScript cannot check the type of `call` for a generic endpoint.
      const result = await handler(call as never);
      return result instanceof Response ? result : answer(endpoint, result);
    });
  };
}

/** Reports whether the request asks for the preview of a staff action instead of its execution. */
function isShowing({ confirm }: Endpoint, body: unknown): boolean {
  return confirm !== undefined && (body as { plan?: string }).plan === undefined;
}

/** Throws 404 for a hidden endpoint, so that a caller without access cannot distinguish it from a missing endpoint. */
function refuse(endpoint: Endpoint, error: unknown): never {
  if (isHidden(endpoint) && error instanceof Failure) return fail("not_found");
  throw error;
}

function answer(endpoint: Endpoint, result: unknown): Response {
  const { answer } = endpoint;
  if (!("json" in answer) || !answer.json) {
    return new Response(null, { status: answer.status, headers: PRIVATE_HEADERS });
  }
  const { json, headers } = hasHeaders(result) ? result : { json: result, headers: {} };
  return Response.json(answer.json.parse(json), {
    status: answer.status,
    headers: { ...PRIVATE_HEADERS, ...headers },
  });
}

function hasHeaders(result: unknown): result is { json: unknown; headers: Record<string, string> } {
  return typeof result === "object" && result !== null && "json" in result && "headers" in result;
}
