import { z } from "zod";
import { instantSchema, languageSchema } from "../fields";
import { STAGE_IDS } from "./funnel";
import { CRITERION_REASONS, GENERAL_REASONS } from "./reasons";

/*
 * Feedback that an applicant receives with a decision. These schemas are not in the file of the evaluators' endpoints,
 * so that pages of staff do not load those endpoints.
 */

/** Position of a project's calibrated mean relative to the median of its round. */
export const BANDS = ["above", "around", "below"] as const;
export type Band = (typeof BANDS)[number];

/** Reasons that an applicant receives. A reason concerns a criterion or is general. */
const reasonsSchema = z.array(z.enum([...CRITERION_REASONS, ...GENERAL_REASONS]));

/** A feedback text as the applicant receives it: without author, rank, or score. */
export const leavingTextSchema = z.object({
  text: z.string(),
  language: languageSchema,
  reasons: reasonsSchema,
});
export type LeavingText = z.infer<typeof leavingTextSchema>;

export const receivedFeedbackSchema = z
  .object({
    stage: z.enum(STAGE_IDS),
    at: instantSchema,
    /**
     * Position of the project's calibrated mean relative to the round's median. Null if the round reveals no position
     * or has too few projects.
     */
    band: z.enum(BANDS).nullable(),
    texts: z.array(leavingTextSchema),
  })
  .meta({ id: "ReceivedFeedback" });
