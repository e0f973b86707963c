import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { scoresSchema } from "@/contract/evaluation/evaluation-schemas";
import { CRITERIA, NO_SCORES, weightedTotal } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import { canonicalJson } from "../../project/receipt/canonical";
import { conflictReason, conflictsOf, type Judge } from "../conflicts";
import { scoresOf } from "../score/stored-evaluation";

/** What a closing keeps forever. Anyone who has it can recompute its hash. */
export const recordSchema = z.object({
  /** The version of this object's shape; another shape would get another number. */
  format: z.literal(1),
  edition: z.number().int(),
  evaluator: z.object({ id: z.string(), email: z.string() }),
  closed_at: z.string(),
  criteria: z.array(z.object({ id: z.string(), weight: z.number() })),
  evaluations: z.array(
    z.object({
      project: z.string(),
      /** The receipt of the sent version the scores were given to; null when none were. */
      receipt: z.object({ number: z.string(), sha256: z.string() }).nullable(),
      scores: scoresSchema,
      total: z.number().nullable(),
      note: z.string(),
      recusal: z.string().nullable(),
      version: z.number().int(),
    }),
  ),
});
export type EvaluationRecord = z.infer<typeof recordSchema>;

/** SHA-256 (hex) over a record's canonical JSON: over everything in it, known or not. */
export function recordHash(record: unknown): string {
  return createHash("sha256").update(canonicalJson(record), "utf8").digest("hex");
}

/** What is recorded where nothing was stored. */
const NOTHING = { receipt: null, scores: NO_SCORES, total: null, note: "", version: 0 };

type Closing = {
  edition: { id: string; year: number };
  evaluator: Judge & { id: string };
  closedAt: Date;
  language: Language;
};

/**
 * Everything an evaluator has stored in an edition, and what the rule recuses them from, in a fixed
 * order: by project.
 */
export async function buildRecord(
  tx: Executor,
  { edition, evaluator, closedAt, language }: Closing,
): Promise<EvaluationRecord> {
  const conflicts = await conflictsOf(tx, evaluator, edition.id);
  const reasonOf = (project: string) => {
    const conflict = conflicts.get(project);
    return conflict ? conflictReason(conflict, language) : null;
  };
  const rows = await tx
    .select({
      evaluation: evaluations,
      receipt: { number: submissions.number, sha256: submissions.sha256 },
    })
    .from(evaluations)
    .leftJoin(submissions, eq(submissions.id, evaluations.submissionId))
    .where(and(eq(evaluations.evaluatorId, evaluator.id), eq(evaluations.editionId, edition.id)));
  const stored = rows.map(({ evaluation, receipt }) => ({
    project: evaluation.projectId,
    receipt,
    scores: scoresOf(evaluation),
    total: weightedTotal(scoresOf(evaluation)),
    note: evaluation.note,
    recusal: reasonOf(evaluation.projectId) ?? evaluation.recusal,
    version: evaluation.version,
  }));
  const known = new Set(stored.map(({ project }) => project));
  const ruled = [...conflicts.keys()]
    .filter((project) => !known.has(project))
    .map((project) => ({ ...NOTHING, project, recusal: reasonOf(project) }));
  return {
    format: 1,
    edition: edition.year,
    evaluator: { id: evaluator.id, email: evaluator.email },
    closed_at: closedAt.toISOString(),
    criteria: CRITERIA.map(({ id, weight }) => ({ id, weight })),
    evaluations: [...stored, ...ruled].sort((a, b) => (a.project < b.project ? -1 : 1)),
  };
}
