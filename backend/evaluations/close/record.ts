import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { scoresSchema } from "@/contract/evaluation-schemas";
import { CRITERIA, weightedTotal } from "@/contract/weights";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";
import { canonicalJson } from "../project/canonical";
import { scoresOf } from "./stored-evaluation";

/** What a closing keeps for ever. Anyone who has it can compute its hash again. */
export const recordSchema = z.object({
  /** The shape of this object; another shape would be another number. */
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

/** SHA-256 (hex) over a record's canonical JSON: over all that is in it, known or not. */
export function recordHash(record: unknown): string {
  return createHash("sha256").update(canonicalJson(record), "utf8").digest("hex");
}

type Closing = {
  edition: { id: string; year: number };
  evaluator: { id: string; email: string };
  closedAt: Date;
};

/** Everything an evaluator has stored in an edition, in one order: by project. */
export async function buildRecord(
  tx: Executor,
  { edition, evaluator, closedAt }: Closing,
): Promise<EvaluationRecord> {
  const rows = await tx
    .select({
      evaluation: evaluations,
      receipt: { number: submissions.number, sha256: submissions.sha256 },
    })
    .from(evaluations)
    .leftJoin(submissions, eq(submissions.id, evaluations.submissionId))
    .where(and(eq(evaluations.evaluatorId, evaluator.id), eq(evaluations.editionId, edition.id)))
    .orderBy(asc(evaluations.projectId));
  return {
    format: 1,
    edition: edition.year,
    evaluator: { id: evaluator.id, email: evaluator.email },
    closed_at: closedAt.toISOString(),
    criteria: CRITERIA.map(({ id, weight }) => ({ id, weight })),
    evaluations: rows.map(({ evaluation, receipt }) => ({
      project: evaluation.projectId,
      receipt,
      scores: scoresOf(evaluation),
      total: weightedTotal(scoresOf(evaluation)),
      note: evaluation.note,
      recusal: evaluation.recusal,
      version: evaluation.version,
    })),
  };
}
