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

/** Who calls, as the database knows them now: roles and deactivation take effect at once. */
export type Caller = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  language: Language;
  roles: Role[];
  /** Those of them that ask for a second factor, of which the account has none. */
  lacking: Role[];
  sessionId: string;
  /** Somebody of the staff who sees what this person sees. */
  seenOnly?: true;
};

/** Finds the caller of a request, or throws. */
export type Authenticate = (request: Request, deps: Dependencies) => Promise<Caller>;

/** What decides whether a session's proof is fresh enough for an endpoint. */
export type ProofCall = Pick<Dependencies, "db" | "config" | "now"> & {
  caller: Caller;
  body: unknown;
};
/** Refuses a caller who has not proved to be there as lately as the endpoint asks for. */
export type RequireProof = (endpoint: Endpoint, call: ProofCall) => Promise<void>;

type Parsed<E extends Endpoint, K extends "query" | "body"> =
  E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** A guarded and parsed request, as a handler gets it. */
export type Call<E extends Endpoint> = Dependencies & {
  request: Request;
  /** When the request reached us: what deadlines are judged by, however long its body took. */
  arrivedAt: Date;
  params: ParamsOf<E>;
  query: Parsed<E, "query">;
  body: Parsed<E, "body">;
  caller: E["access"] extends "anyone" ? null : Caller;
  /** The version the client holds; null without If-Match, NaN when it can match nothing. */
  ifMatch: number | null;
  language: Language;
};

type Result<E extends Endpoint> =
  | AnswerOf<E>
  // A handler that answers nothing needs no return.
  // biome-ignore lint/suspicious/noConfusingVoidType: it is the return type of a function
  | (AnswerOf<E> extends undefined ? void : never)
  | Response
  | (E extends { answer: { headers: readonly string[] } }
      ? { json: AnswerOf<E>; headers: Record<string, string> }
      : never);

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>>;
export type Serve = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/**
 * Makes `serve(endpoint, handler)`: guards by the endpoint's access and proof, parses the request against its
 * schemas, runs the handler, and lets only declared fields of the answer out (rule
 * contract.declared).
 */
export function serveOn(
  app: Hono<RequestVariables>,
  deps: Dependencies,
  authenticate: Authenticate,
  requireProof: RequireProof,
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
      // Whoever has the role learns what is missing, also where others are told of no such place.
      const roles = caller?.roles.filter((role) => !caller.lacking.includes(role));
      if (roles && !mayCall(endpoint, roles)) fail("second_factor_missing");
      // What asks for a proof is its owner's alone, reading included.
      if (caller?.seenOnly && (endpoint.proof ?? "session") !== "session") fail("seeing_only");
      const query = endpoint.query
        ? parseWith(endpoint.query, Object.fromEntries(url.searchParams))
        : undefined;
      const body = endpoint.body ? parseWith(endpoint.body, await readJson(request)) : undefined;
      if (caller && !isShowing(endpoint, body)) {
        await requireProof(endpoint, { ...deps, caller, body });
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
      // The description's types cannot follow a generic endpoint through the object above.
      const result = await handler(call as never);
      return result instanceof Response ? result : answer(endpoint, result);
    });
  };
}

/** Whether an act is only asked what it would come to. */
function isShowing({ confirm }: Endpoint, body: unknown): boolean {
  return confirm !== undefined && (body as { plan?: string }).plan === undefined;
}

/** Whoever may not call a hidden endpoint gets what an address that does not exist gets. */
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
