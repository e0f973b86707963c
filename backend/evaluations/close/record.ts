import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { scoresSchema } from "@/contract/evaluation/evaluation-schemas";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { CRITERIA, NO_SCORES, weightedTotal } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import type { Round } from "../../editions/rounds";
import { canonicalJson } from "../../project/receipt/canonical";
import {
  conflictReason,
  conflictsOfInterest,
  type EvaluatorIdentity,
} from "../conflicts-of-interest";
import { givenIn } from "../round";
import { scoresOf } from "../score/stored-evaluation";

/** Permanent content of an evaluation record. Any person with the record can recalculate its hash. */
const firstFormat = z.object({
  /** Version of the evaluation record's format. A changed format gets another number. */
  format: z.literal(1),
  edition: z.number().int(),
  evaluator: z.object({ id: z.string(), email: z.string() }),
  closed_at: z.string(),
  criteria: z.array(z.object({ id: z.string(), weight: z.number() })),
  evaluations: z.array(
    z.object({
      project: z.string(),
      /** Receipt of the submission that the evaluator scored. Null without scores. */
      receipt: z.object({ number: z.string(), sha256: z.string() }).nullable(),
      scores: scoresSchema,
      total: z.number().nullable(),
      note: z.string(),
      recusal: z.string().nullable(),
      version: z.number().int(),
    }),
  ),
});
/**
 * Evaluation records of the first round keep the first format exactly, so that their hashes stay valid. Records of
 * later rounds also contain the round.
 */
export const recordSchema = z.union([
  firstFormat,
  firstFormat.extend({
    format: z.literal(2),
    round: z.object({ number: z.number().int(), stage: z.enum(STAGE_IDS) }),
  }),
]);
export type EvaluationRecord = z.infer<typeof recordSchema>;

/**
 * Returns the SHA-256 (hex) of a record's canonical JSON. The hash includes properties that this version of the product
 * does not know.
 */
export function recordHash(record: unknown): string {
  return createHash("sha256").update(canonicalJson(record), "utf8").digest("hex");
}

/**
 * Values in an evaluation record for a project that the evaluator never scored, because a rule recuses the evaluator.
 */
const NOTHING = { receipt: null, scores: NO_SCORES, total: null, note: "", version: 0 };

type EvaluationClosing = {
  round: Round;
  evaluator: EvaluatorIdentity & { id: string };
  closedAt: Date;
  language: Language;
};

/**
 * Builds the evaluation record of an evaluator: all stored evaluations in a round and all recusals by the
 * conflict-of-interest rule, ordered by project.
 */
export async function buildRecord(
  tx: Executor,
  { round, evaluator, closedAt, language }: EvaluationClosing,
): Promise<EvaluationRecord> {
  const conflicts = await conflictsOfInterest(tx, evaluator, round.editionId);
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
    .where(and(givenIn(round), eq(evaluations.evaluatorId, evaluator.id)));
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
  const { number, stage } = round;
  const format =
    number === 1 ? { format: 1 as const } : { format: 2 as const, round: { number, stage } };
  return {
    ...format,
    edition: round.edition.year,
    evaluator: { id: evaluator.id, email: evaluator.email },
    closed_at: closedAt.toISOString(),
    criteria: CRITERIA.map(({ id, weight }) => ({ id, weight })),
    evaluations: [...stored, ...ruled].sort((a, b) => (a.project < b.project ? -1 : 1)),
  };
}
