import { z } from "zod";
import { closingMoment, romeDay, romeTime } from "../deadline";
import { type Confirm, endpoint } from "../endpoint";
import type { ErrorCode } from "../errors";
import { instantSchema, requiredLine, TEXT_MAX } from "../fields";

/*
 * How staff execute an action. A request without `plan` runs the action in a transaction, rolls the transaction back,
 * and returns a preview. `plan` is the hash of that preview. A request with `plan` runs the action again, and commits
 * the transaction only if the preview is unchanged.
 */

/**
 * Confirmation of actions on several items: a reason. For more than ten items, staff must also type the number of
 * items.
 */
export const BULK = { step: "reason", typedAbove: 10 } as const satisfies Confirm;

const count = z.int().min(0);

/**
 * Effect or blocker in a preview: the key of its text in messages/ (`staff`), and the number that the text contains.
 */
export const effectSchema = z.object({
  name: z.string(),
  count,
  /** Values that are inserted into the text of the effect or blocker: times and names. */
  facts: z.record(z.string(), z.string()).optional(),
});
export type Effect = z.infer<typeof effectSchema>;

const previewContent = {
  /** Number of items that the action affects. The button shows this number, and staff type it to confirm. */
  at: instantSchema,
  /** Number of items that the action affects, which the button shows and staff type to confirm. */
  count,
  effects: z.array(effectSchema),
  /** Emails that the action sends, counted by template and language. */
  mails: z.array(z.object({ template: z.string(), language: z.string(), count })),
  /** Number of queued emails that the action cancels. */
  cancelled: count,
  /**
   * Blockers of the action. With `anyway`, the action skips the blocked items or runs despite the blockers.
   */
  against: z.array(effectSchema),
};
const previewContentSchema = z.object(previewContent);
/**
 * Content of an action's preview, without its hash, the number of the audit log entry, and the data about the second
 * person.
 */
export type PreviewContent = z.infer<typeof previewContentSchema>;

/**
 * Returns the end of a period as a value for a preview's text. If the period ends at midnight in Rome, the value is the
 * last day of the period. Otherwise the value is the date with hour and minute.
 */
export function endFact(end: Date): string {
  const { lastDay, time } = closingMoment(end);
  return time === "24:00" ? romeDay(lastDay) : romeTime(end).replace(" ", "T");
}

/** Hours in which a second person can confirm a proposed action. */
export const SECOND_PERSON_HOURS = 24;

/** Pending approval: an action that one person proposed and that waits for a second person. */
export const pendingApprovalSchema = z
  .object({
    id: z.string(),
    /** Email address of the account that proposed the action. `own` is true if the caller proposed it. */
    by: z.string(),
    own: z.boolean(),
    at: instantSchema,
    expires_at: instantSchema,
    reason: z.string(),
    count,
  })
  .meta({ id: "ProposedAct" });
export type PendingApproval = z.infer<typeof pendingApprovalSchema>;

/** Preview or result of a staff action. */
export const actionPreviewSchema = z
  .object({
    done: z.boolean(),
    /** SHA-256 hash of the preview. The client sends the hash back to confirm the action. */
    plan: z.string(),
    ...previewContent,
    /** Ids of the affected items in display order, if the server selected the items. */
    chosen: z.array(z.string()).optional(),
    /** Number of the first audit log entry that the action wrote; null for a preview. */
    line: z.int().nullable(),
    /** For an action that requires two people: what the caller's confirmation would do. */
    second: z
      .object({
        /**
         * `propose` stores a pending approval. `confirm` executes the action that another person proposed. `wait` does
         * nothing, because the caller proposed the action.
         */
        step: z.enum(["propose", "confirm", "wait"]),
        proposed: pendingApprovalSchema.nullable(),
        /**
         * The preview that the first person confirmed. Null if the current preview is equal. If the two previews
         * differ, staff must propose the action again.
         */
        before: previewContentSchema.nullable(),
      })
      .optional(),
  })
  .meta({ id: "Plan" });
export type ActionPreview = z.infer<typeof actionPreviewSchema>;

const confirmation = {
  reason: requiredLine(TEXT_MAX).optional(),
  /** Hash of the preview to confirm. A request without the hash returns a preview. */
  plan: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: "invalid_type" })
    .optional(),
  /** Number of affected items, which the staff member typed to confirm the action. */
  typed: z.int({ error: "invalid_type" }).optional(),
  /** Overrides the action's blockers. */
  anyway: z.boolean({ error: "invalid_type" }).optional(),
};

/** Returns the schema of an action's request body: the action's input and the confirmation fields of all actions. */
export function actionBody<S extends z.ZodRawShape>(input: S) {
  return z.object({ ...input, ...confirmation });
}

/**
 * Describes the endpoint of a staff action. The default access is `staff`. The confirmation step `key` also requires
 * re-authentication with a passkey.
 *
 * @param input the action's own fields of the request body
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

/** Maximum number of items that a request selects by id. Larger selections use a query. */
export const CHOSEN_MAX = 500;

/**
 * Returns the schema of a selection: items by id, or all items that match a query. For a query, `count` is the number
 * of matching items that the user saw before the request.
 *
 * @param more additional keys that both forms of a selection have
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
