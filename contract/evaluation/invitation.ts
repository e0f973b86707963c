import { z } from "zod";
import { DAY } from "../durations";
import { lines, requiredLine, TEXT_MAX, wrongChoice, wrongType } from "../fields";
import { LANGUAGES } from "../languages";
import { INVITATION_DAYS } from "../limits";
import { INDUSTRY } from "../project/options";

/* Invitation of a person to evaluate, and the person's answer (rule evaluation.invited). */

/** Possible answers to an invitation to evaluate: yes, yes with fewer projects, no. */
export const INVITATION_ANSWERS = ["yes", "less", "no"] as const;
export type InvitationAnswer = (typeof INVITATION_ANSWERS)[number];

/** Maximum number of organisations and projects that an evaluator can name as conflicts of interest. */
export const CLOSE_TO_MAX = 20;

/**
 * Returns the deadline for the first answer to an invitation: `INVITATION_DAYS` after the invitation, but at the latest
 * the end of the evaluation. Evaluators can change an answer after this deadline.
 *
 * @param ends end of the evaluation; null if it is unknown
 */
export function answerBy(invitedAt: Date, ends: Date | null): Date {
  const days = invitedAt.getTime() + INVITATION_DAYS * DAY;
  return new Date(Math.min(days, ends?.getTime() ?? days));
}

const choice = { error: "invalid_choice" } as const;
/** Maximum number of projects that an evaluator agrees to read. */
export const capacitySchema = z.int(wrongType).min(1, choice).max(100_000, choice);

/**
 * Terms agreed with an evaluator: maximum number of projects (null for no maximum), languages, sectors, and conflicts
 * of interest.
 */
export const termsSchema = z.object({
  capacity: capacitySchema.nullable(),
  languages: z.array(z.enum(LANGUAGES, choice)),
  sectors: z.array(z.enum(INDUSTRY, choice)),
  conflicts: z.array(requiredLine()).max(CLOSE_TO_MAX, { error: "too_many" }),
});
/**
 * Languages, sectors and conflicts of interest that an evaluator states, in the answer to the invitation or later.
 */
export const readerTermsSchema = termsSchema.omit({ capacity: true });
export type ReaderTerms = z.infer<typeof readerTermsSchema>;
export const NO_TERMS: z.infer<typeof termsSchema> = {
  capacity: null,
  languages: [],
  sectors: [],
  conflicts: [],
};

/**
 * Answer to an invitation to evaluate. `no` has an optional reason; the other answers state languages, sectors and
 * conflicts of interest. Only `less` sets a number of projects; `yes` accepts the number in the invitation.
 */
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
