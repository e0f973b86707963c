import type { z } from "zod";
import "./without-eval";
import type { ErrorCode } from "./errors";
import { ROLE_TABLE, ROLES, type Role } from "./roles";

/** Who may call: anyone, a signed-in account, or an account with a role. */
export type Access = "anyone" | "user" | Role;

/** The role that an endpoint asks for; undefined when it asks for none. */
export function roleFor(access: Access): Role | undefined {
  return ROLES.find((role) => role === access);
}

/** Whether an account with some roles may call an endpoint (rule contract.access). */
export function mayCall({ access, method }: Pick<Endpoint, "access" | "method">, roles: Role[]) {
  const asked = roleFor(access);
  if (!asked) return true;
  const onlyReads = method === "GET" || method === "HEAD";
  return roles.some((role) => {
    const { also = [], reads = [] } = ROLE_TABLE[role];
    return [role, ...also, ...(onlyReads ? reads : [])].includes(asked);
  });
}

/** Whether an endpoint is a 404 to all who may not call it. */
export function isHidden({ access }: Pick<Endpoint, "access">): boolean {
  const role = roleFor(access);
  return role !== undefined && ROLE_TABLE[role].hidden === true;
}

/**
 * How fresh a proof of its owner being there a session needs: none besides the session; one of minutes ago, or a sign-in
 * that recent; one of minutes ago; the same with a passkey, from whoever has one (docs/decisions/0038). What counts as one: 0039.
 */
export type Proof = "session" | "sign-in" | "recent" | "key";

/** Acts that can ask for two people, by how the configuration names them (`SECOND_PERSON`). */
export const ACTS_FOR_TWO = ["release", "erase"] as const;
export type ActForTwo = (typeof ACTS_FOR_TWO)[number];

/**
 * What an act of the staff asks of whoever makes it, the lighter first: a click; why; why, and its number typed
 * back; why, and a key (then its `proof` is `key`). One that is done to more than `typedAbove` asks for the number, too.
 * One that can be made though it is done to nobody (`evenToNobody`: a date moves) asks for no number then. One that the
 * configuration names as `second` is proposed by one person and made by another (rule staff.two).
 */
export type Confirm = {
  step: "click" | "reason" | "typed" | "key";
  typedAbove?: number;
  evenToNobody?: true;
  second?: ActForTwo;
};

/** What the answer's body is: JSON matching a schema, nothing, or bytes (with their media type). */
export type Answer =
  | { status: 200 | 201 | 202; json: z.ZodType; headers?: readonly string[] }
  | { status: 200 | 201 | 204; json?: undefined; bytes?: undefined }
  | { status: 200; bytes: string; headers?: readonly string[] };

/**
 * One endpoint, described once: the back end serves it, the client calls it, react-query reads it
 * and the OpenAPI document lists it.
 */
export type Endpoint = {
  /** verb + noun; the operationId of the OpenAPI document. */
  name: string;
  method: "GET" | "POST" | "DELETE" | "HEAD" | "PATCH" | "OPTIONS";
  /** Below /wp-json/, with `{id}` parameters (rule contract.paths). */
  path: string;
  summary: string;
  access: Access;
  /** `session` where nothing is said. */
  proof?: Proof;
  /** It is an act, shown before it is made (contract/staff/plan.ts): `proof` is asked for when it is made. */
  confirm?: Confirm;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Request headers that carry meaning. */
  headers?: readonly ("If-Match" | "Idempotency-Key" | "Range")[];
  answer: Answer;
  /** The codes this endpoint answers with, besides those every endpoint may (401, 429, 503 …). */
  errors?: readonly ErrorCode[];
};

/** Keeps the literal types of a description. */
export function endpoint<const E extends Endpoint>(description: E): E {
  return description;
}

export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType }
  ? z.input<Q>
  : undefined;
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined;
export type AnswerOf<E extends Endpoint> = E extends { answer: { json: infer J extends z.ZodType } }
  ? z.output<J>
  : E extends { answer: { bytes: string } }
    ? Response
    : undefined;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
/** The path's parameters: `{id}` → `{ id: string }`. */
export type ParamsOf<E extends Endpoint> = Record<ParamNames<E["path"]>, string>;
