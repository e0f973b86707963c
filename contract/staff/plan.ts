import { z } from "zod";
import { closingMoment, romeDay, romeTime } from "../deadline";
import type { Confirm } from "../endpoint";
import { instantSchema, requiredLine, TEXT_MAX } from "../fields";

/*
 * How an act of the staff is made: asked for without `plan` it is made and taken back, and the answer says what it
 * comes to; asked for again with that plan it is kept, if it still comes to the same.
 */

/** Of an act that can be done to many: it asks why, and to more than ten for their number. */
export const BULK = { step: "reason", typedAbove: 10 } as const satisfies Confirm;

const count = z.int().min(0);

/** One thing that an act does, or that stands against it: a word of messages/ (`staff`) and how many. */
export const effectSchema = z.object({
  name: z.string(),
  count,
  /** What the sentence says besides: instants and names, as they are. */
  facts: z.record(z.string(), z.string()).optional(),
});
export type Effect = z.infer<typeof effectSchema>;

const shown = {
  /** When it was counted. */
  at: instantSchema,
  /** To how many it is done: the number on the button, and the one typed back. */
  count,
  effects: z.array(effectSchema),
  /** The mails that leave, by template and language. */
  mails: z.array(z.object({ template: z.string(), language: z.string(), count })),
  /** Mails that had not left and are cancelled. */
  cancelled: count,
  /** What stands against it: `anyway` leaves those out, or goes past it. */
  against: z.array(effectSchema),
};
const shownSchema = z.object(shown);
/** What an act comes to, without whether it is made. */
export type Shown = z.infer<typeof shownSchema>;

/** An end as a fact: the whole day that it ends, where it is a midnight of Rome, or the minute. */
export function endFact(end: Date): string {
  const { lastDay, time } = closingMoment(end);
  return time === "24:00" ? romeDay(lastDay) : romeTime(end).replace(" ", "T");
}

/** Hours in which a second person confirms what one has proposed. */
export const SECOND_PERSON_HOURS = 24;

/** An act that one person has proposed, and that waits for another. */
export const proposedActSchema = z
  .object({
    id: z.string(),
    /** The address of the account that proposed it, and whether that is the caller. */
    by: z.string(),
    own: z.boolean(),
    at: instantSchema,
    expires_at: instantSchema,
    reason: z.string(),
    count,
  })
  .meta({ id: "ProposedAct" });
export type ProposedAct = z.infer<typeof proposedActSchema>;

/** What an act comes to, made or only shown. */
export const planSchema = z
  .object({
    done: z.boolean(),
    /** SHA-256 of what follows: whoever agrees hands it back. */
    plan: z.string(),
    ...shown,
    /** The first line that it wrote in the log; null while it is only shown. */
    line: z.int().nullable(),
    /** Where two people decide: what handing the plan back does. */
    second: z
      .object({
        /** It proposes the act; it makes what another has proposed; nothing, the caller has proposed it. */
        step: z.enum(["propose", "confirm", "wait"]),
        proposed: proposedActSchema.nullable(),
        /** What was proposed, where it would come to something else by now: it has to be proposed anew. */
        before: shownSchema.nullable(),
      })
      .optional(),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof planSchema>;

const given = {
  reason: requiredLine(TEXT_MAX).optional(),
  /** The `plan` that was shown; without it nothing is kept. */
  plan: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: "invalid_type" })
    .optional(),
  /** The number, typed back. */
  typed: z.int({ error: "invalid_type" }).optional(),
  /** Past what stands against it. */
  anyway: z.boolean({ error: "invalid_type" }).optional(),
};

/** The body of an act: what is decided, and what every act takes. */
export function actBody<S extends z.ZodRawShape>(decided: S) {
  return z.object({ ...decided, ...given });
}

/** How many can be chosen one by one; more are chosen by what they have in common. */
export const CHOSEN_MAX = 500;

/** To whom: these, or all that match a list's query, as many as it said there are. */
export function selectionOf<Q extends z.ZodType>(query: Q) {
  const ids = z
    .array(z.uuid({ error: "invalid_choice" }), { error: "invalid_type" })
    .min(1, { error: "too_few" })
    .max(CHOSEN_MAX, { error: "too_many" });
  return z.union([z.strictObject({ ids }), z.strictObject({ query, count })], {
    error: "invalid_type",
  });
}
