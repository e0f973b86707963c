import { and, eq } from "drizzle-orm";
import type { Feedback } from "@/contract/evaluation/feedback";
import type { CriterionReason } from "@/contract/evaluation/reasons";
import type { Language } from "@/contract/languages";
import type { Executor } from "../../db/connect";
import { feedback, feedbackVerdicts } from "../../db/schema/feedback";
import type { RoundKey } from "../../editions/rounds";
import { feedbackOf } from "../round";

export type StoredFeedback = typeof feedback.$inferSelect;

/** Returns an evaluator's feedback text for the applicant in a round, or null before the first save. */
export async function findFeedback(
  db: Executor,
  round: RoundKey,
  evaluatorId: string,
  projectId: string,
): Promise<StoredFeedback | null> {
  const [row] = await db
    .select()
    .from(feedback)
    .where(feedbackOf(round, evaluatorId, projectId));
  return row ?? null;
}

/**
 * Returns the question that staff asked about a feedback text, or null without a question. Until staff replace the
 * question by a decision, the author can change the text, even after closing the evaluation.
 */
export async function questionAbout(
  db: Executor,
  stored: StoredFeedback | null,
): Promise<string | null> {
  if (!stored) return null;
  const asked = and(eq(feedbackVerdicts.feedbackId, stored.id), eq(feedbackVerdicts.kind, "asked"));
  const [verdict] = await db.select().from(feedbackVerdicts).where(asked);
  return verdict?.question ?? null;
}

/**
 * Converts a stored feedback text to the contract's format. Before the first save, the text is empty and in the
 * author's language.
 */
export function toFeedback(
  stored: StoredFeedback | null,
  { open, question, language }: { open: boolean; question: string | null; language: Language },
): Feedback {
  return {
    text: stored?.text ?? "",
    language: stored?.language ?? language,
    // Evaluators give only reasons about criteria. General reasons come only from staff and are stored elsewhere.
    reasons: (stored?.reasons ?? []) as CriterionReason[],
    version: stored?.version ?? 0,
    open,
    question,
  };
}
