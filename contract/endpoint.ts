import type { z } from "zod";
import "./zod-without-eval";
import type { ErrorCode } from "./errors";
import { ROLE_TABLE, ROLES, type Role } from "./roles";

/** Callers that an endpoint allows: any client, a signed-in account, or an account with a role. */
export type Access = "anyone" | "user" | Role;

/** Returns the role that an endpoint requires, or undefined if it requires none. */
export function roleFor(access: Access): Role | undefined {
  return ROLES.find((role) => role === access);
}

/** Reports whether an account with these roles can call an endpoint (rule contract.access). */
export function mayCall(
  { access, method, reads: onlyReads }: Pick<Endpoint, "access" | "method" | "reads">,
  roles: Role[],
) {
  const asked = roleFor(access);
  if (!asked) return true;
  const isRead = onlyReads === true || method === "GET" || method === "HEAD";
  return roles.some((role) => {
    const { also = [], reads = [] } = ROLE_TABLE[role];
    return [role, ...also, ...(isRead ? reads : [])].includes(asked);
  });
}

/** Reports whether an endpoint returns 404, instead of 403, to callers without access. */
export function isHidden({ access }: Pick<Endpoint, "access">): boolean {
  const role = roleFor(access);
  return role !== undefined && ROLE_TABLE[role].hidden === true;
}

/**
 * Re-authentication that an endpoint requires. Decision docs/decisions/0039 defines what counts as re-authentication.
 * - `session`: none.
 * - `sign-in`: re-authentication or sign-in within the last minutes.
 * - `recent`: re-authentication within the last minutes.
 * - `key`: re-authentication within the last minutes, with a passkey if the account has one (docs/decisions/0038).
 */
export type Reauthentication = "session" | "sign-in" | "recent" | "key";

/** Actions that can require two people, by their names in the configuration (`SECOND_PERSON`). */
export const TWO_PERSON_ACTIONS = ["release", "erase"] as const;
export type TwoPersonAction = (typeof TWO_PERSON_ACTIONS)[number];

/**
 * Confirmation that a staff action requires. The values of `step`, from the weakest to the strongest:
 * - `click`: a click.
 * - `reason`: a reason.
 * - `typed`: a reason and the typed number of affected items.
 * - `key`: a reason and a passkey (the endpoint's `proof` is `key`).
 *
 * If an action affects more than `typedAbove` items, staff must also type the number of items. By default, the dialog
 * does not execute an action that affects no item. `evenToNobody` permits it, for example for moving a date, and staff
 * then type no number. With `second`, one person proposes the action and another executes it, if the configuration
 * requires two people (rule staff.two).
 */
export type Confirm = {
  step: "click" | "reason" | "typed" | "key";
  typedAbove?: number;
  evenToNobody?: true;
  second?: TwoPersonAction;
};

/** Successful response of an endpoint: JSON that matches a schema, an empty body, or bytes with a media type. */
export type Answer =
  | { status: 200 | 201 | 202; json: z.ZodType; headers?: readonly string[] }
  | { status: 200 | 201 | 204; json?: undefined; bytes?: undefined }
  | { status: 200; bytes: string; headers?: readonly string[] };

/** Description of an endpoint. The back end, the client, react-query, and the OpenAPI document all use it. */
export type Endpoint = {
  /** Name of the endpoint: a verb and a noun. It is also the operationId in the OpenAPI document. */
  name: string;
  method: "GET" | "POST" | "DELETE" | "HEAD" | "PATCH" | "OPTIONS";
  /** Path of the endpoint below /wp-json/, with parameters such as `{id}` (rule contract.paths). */
  path: string;
  summary: string;
  access: Access;
  /** Set for a POST endpoint that changes nothing and uses POST only because its input is too long for a URL. */
  reads?: true;
  /** Re-authentication that the endpoint requires. By default, none (`session`). */
  proof?: Reauthentication;
  /**
   * Confirmation that a staff action requires. A staff action has a preview (contract/staff/preview.ts), and only its
   * execution requires `proof`.
   */
  confirm?: Confirm;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Names of the request headers that the endpoint reads. */
  headers?: readonly ("If-Match" | "Idempotency-Key" | "Range")[];
  answer: Answer;
  /** Error codes that this endpoint can return, besides the codes of all endpoints (401, 429, 503 …). */
  errors?: readonly ErrorCode[];
};

/** Returns an endpoint's description unchanged. The type parameter keeps the description's literal types. */
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
/** Parameters of an endpoint's path, as an object type: `{id}` → `{ id: string }`. */
export type ParamsOf<E extends Endpoint> = Record<ParamNames<E["path"]>, string>;
