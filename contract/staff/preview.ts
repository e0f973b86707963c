import { z } from "zod";
import { closingMoment, romeDay, romeTime } from "../deadline";
import { type Confirm, endpoint } from "../endpoint";
import type { ErrorCode } from "../errors";
import { instantSchema, requiredLine, TEXT_MAX } from "../fields";

/*
 * How staff run an action. A request without `plan` runs the action, rolls it back, and returns a preview. A
 * request with the preview's `plan` hash commits the action if the preview is unchanged.
 */

/** For actions on several items: requires a reason, and the typed count for more than ten items. */
export const BULK = { step: "reason", typedAbove: 10 } as const satisfies Confirm;

const count = z.int().min(0);

/** Effect or blocker of an action: the key of a text in messages/ (`staff`), and a count. */
export const effectSchema = z.object({
  name: z.string(),
  count,
  /** Values for the text: times and names. */
  facts: z.record(z.string(), z.string()).optional(),
});
export type Effect = z.infer<typeof effectSchema>;

const previewContent = {
  /** Time of the preview. */
  at: instantSchema,
  /** Number of affected items: shown on the button, and typed to confirm. */
  count,
  effects: z.array(effectSchema),
  /** Emails that the action sends, by template and language. */
  mails: z.array(z.object({ template: z.string(), language: z.string(), count })),
  /** Number of queued emails that the action cancels. */
  cancelled: count,
  /** Blockers. With `anyway`, the action skips the blocked items or overrides the rule. */
  against: z.array(effectSchema),
};
const previewContentSchema = z.object(previewContent);
/** Content of a preview, without the state of the action. */
export type PreviewContent = z.infer<typeof previewContentSchema>;

/** Returns the end of a period as a fact: the last day if it ends at midnight in Rome, else the minute. */
export function endFact(end: Date): string {
  const { lastDay, time } = closingMoment(end);
  return time === "24:00" ? romeDay(lastDay) : romeTime(end).replace(" ", "T");
}

/** Hours in which the second person can confirm a proposed action. */
export const SECOND_PERSON_HOURS = 24;

/** Pending approval: an action that one person proposed and that waits for a second person. */
export const pendingApprovalSchema = z
  .object({
    id: z.string(),
    /** Address of the proposer's account. `own` is true if the caller proposed the action. */
    by: z.string(),
    own: z.boolean(),
    at: instantSchema,
    expires_at: instantSchema,
    reason: z.string(),
    count,
  })
  .meta({ id: "ProposedAct" });
export type PendingApproval = z.infer<typeof pendingApprovalSchema>;

/** Preview or result of an action. */
export const actionPreviewSchema = z
  .object({
    done: z.boolean(),
    /** SHA-256 of the preview. The client returns it to confirm. */
    plan: z.string(),
    ...previewContent,
    /** Ids of the affected items, in display order, if the server chose them. */
    chosen: z.array(z.string()).optional(),
    /** Number of the first audit log entry; null for a preview. */
    line: z.int().nullable(),
    /** For actions that require two people: what the confirmation does. */
    second: z
      .object({
        /**
         * `propose`: stores a pending approval. `confirm`: executes the action that another person proposed. `wait`:
         * nothing, because the caller proposed it.
         */
        step: z.enum(["propose", "confirm", "wait"]),
        proposed: pendingApprovalSchema.nullable(),
        /** Proposed preview, if the result would be different now. The action must be proposed again. */
        before: previewContentSchema.nullable(),
      })
      .optional(),
  })
  .meta({ id: "Plan" });
export type ActionPreview = z.infer<typeof actionPreviewSchema>;

const confirmation = {
  reason: requiredLine(TEXT_MAX).optional(),
  /** Hash of the preview. Without it, the request is a preview. */
  plan: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: "invalid_type" })
    .optional(),
  /** Typed count. */
  typed: z.int({ error: "invalid_type" }).optional(),
  /** Overrides the blockers. */
  anyway: z.boolean({ error: "invalid_type" }).optional(),
};

/** Body of an action: its input and the confirmation fields of all actions. */
export function actionBody<S extends z.ZodRawShape>(input: S) {
  return z.object({ ...input, ...confirmation });
}

/**
 * Describes the endpoint of a staff action. The default access is `staff`. The confirmation step `key` also requires
 * re-authentication.
 *
 * @param input the action's own fields of the body
 * @param errors the action's own error codes
 */
export function action<
  const N extends string,
  const P extends string,
  S extends z.ZodRawShape = Record<never, never>,
>({
  confirm,
  access = "staff",
  input,
  errors = [],
  ...named
}: {
  name: N;
  path: P;
  summary: string;
  confirm: Confirm;
  access?: "staff" | "director";
  input?: S;
  errors?: readonly ErrorCode[];
}) {
  const isKey = confirm.step === "key";
  return endpoint({
    ...named,
    method: "POST",
    access,
    ...(isKey && { proof: "key" as const }),
    confirm,
    body: actionBody(input ?? ({} as S)),
    answer: { status: 200, json: actionPreviewSchema },
    errors: [
      ...(["invalid_fields", "not_found", "plan_changed", "act_refused"] as const),
      ...errors,
      ...(isKey ? (["proof_required", "key_required"] as const) : []),
    ],
  });
}

/** Maximum number of items selected by id. Larger selections use a query. */
export const CHOSEN_MAX = 500;

/**
 * Selects items by id, or all items that match a query. `count` is the number of matches that the user saw.
 *
 * @param more other keys of both forms
 */
export function selectionOf<Q extends z.ZodType, M extends z.ZodRawShape = Record<never, never>>(
  query: Q,
  more: M = {} as M,
) {
  const ids = z
    .array(z.uuid({ error: "invalid_choice" }), { error: "invalid_type" })
    .min(1, { error: "too_few" })
    .max(CHOSEN_MAX, { error: "too_many" });
  return z.union([z.strictObject({ ids, ...more }), z.strictObject({ query, count, ...more })], {
    error: "invalid_type",
  });
}
