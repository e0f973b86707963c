import { z } from "zod";
import { lines, requiredLine, TEXT_MAX, wrongChoice, wrongType } from "../fields";
import { LANGUAGES } from "../languages";
import { INVITATION_DAYS } from "../limits";
import { INDUSTRY } from "../project/options";
import { DAY } from "../spans";

/* What is asked of somebody who is invited to evaluate, and what they answer (rule evaluation.invited). */

/** What they can answer: yes, yes but less, no. */
export const INVITATION_ANSWERS = ["yes", "less", "no"] as const;
export type InvitationAnswer = (typeof INVITATION_ANSWERS)[number];

/** As many organisations and projects as somebody names that they are too close to. */
export const CLOSE_TO_MAX = 20;

/**
 * The instant until which an invitation can be answered for the first time, and never after the work ends; an answer can be changed
 * afterwards, too.
 *
 * @param ends when the evaluation ends; null where nobody knows
 */
export function answerBy(invitedAt: Date, ends: Date | null): Date {
  const days = invitedAt.getTime() + INVITATION_DAYS * DAY;
  return new Date(Math.min(days, ends?.getTime() ?? days));
}

const choice = { error: "invalid_choice" } as const;
/** As many projects as somebody reads at most. */
export const capacitySchema = z.int(wrongType).min(1, choice).max(100_000, choice);

/** What is agreed with an evaluator: at most so many projects (null: as many as there are), in which languages, on what, too close to whom. */
export const termsSchema = z.object({
  capacity: capacitySchema.nullable(),
  languages: z.array(z.enum(LANGUAGES, choice)),
  sectors: z.array(z.enum(INDUSTRY, choice)),
  conflicts: z.array(requiredLine()).max(CLOSE_TO_MAX, { error: "too_many" }),
});
export const NO_TERMS: z.infer<typeof termsSchema> = {
  capacity: null,
  languages: [],
  sectors: [],
  conflicts: [],
};

/** An answer: with what is less where it is `less`, with words where somebody wants to say why not. */
export const invitationAnswerSchema = termsSchema
  .partial()
  .extend({
    answer: z.enum(INVITATION_ANSWERS, wrongChoice),
    words: lines(TEXT_MAX).optional(),
  })
  .refine(
    ({ answer, capacity, languages = [], sectors = [], conflicts = [] }) =>
      answer !== "less" || capacity || [...languages, ...sectors, ...conflicts].length > 0,
    { error: "required", path: ["capacity"] },
  );
export type InvitationAnswered = z.infer<typeof invitationAnswerSchema>;
