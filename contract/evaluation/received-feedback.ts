import { z } from "zod";
import { instantSchema, languageSchema } from "../fields";
import { STAGE_IDS } from "./funnel";
import { CRITERION_REASONS, GENERAL_REASONS } from "./reasons";

/* What leaves with a decision. Separate from the evaluators' endpoints, which pages of staff do not load. */

/** Position of a project's value relative to the median of its round. */
export const BANDS = ["above", "around", "below"] as const;
export type Band = (typeof BANDS)[number];

/** Any reason, in responses. */
const reasonsSchema = z.array(z.enum([...CRITERION_REASONS, ...GENERAL_REASONS]));

/** A text as it leaves: without author, rank, or score. */
export const leavingTextSchema = z.object({
  text: z.string(),
  language: languageSchema,
  reasons: reasonsSchema,
});
export type LeavingText = z.infer<typeof leavingTextSchema>;

/** What an applicant received with a decision. */
export const receivedFeedbackSchema = z
  .object({
    stage: z.enum(STAGE_IDS),
    at: instantSchema,
    /** Null if the round tells none, or with too few projects. */
    band: z.enum(BANDS).nullable(),
    texts: z.array(leavingTextSchema),
  })
  .meta({ id: "ReceivedFeedback" });
