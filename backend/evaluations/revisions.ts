import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type { Criterion } from "@/contract/evaluation/weights";
import type { Executor } from "../db/connect";
import { scoreRevisions } from "../db/schema/discussion";
import { evaluationRecords } from "../db/schema/evaluations";
import type { RoundKey } from "../editions/rounds";
import { canonicalJson } from "../project/receipt/canonical";
import { revisedIn } from "./round";

/*
 * Revisions of closed scores. The ranking uses the last revision of each evaluator and project; the closed evaluation
 * keeps the first scores. Rule: evaluation.discussion.
 */

export type Revision = typeof scoreRevisions.$inferSelect;
type Hashed = Pick<Revision, Criterion | "projectId" | "sequence" | "reason" | "at">;

/** Returns the five criterion scores of a score revision. */
export function revisedScores(revision: Record<Criterion, number>): Record<Criterion, number> {
  const { impact, utility, feasibility, scalability, innovation } = revision;
  return { impact, utility, feasibility, scalability, innovation };
}

/**
 * Returns the SHA-256 (hex) of a score revision. It covers the revision's content, the hash of the evaluation record,
 * and the hash of the previous revision.
 */
export function revisionHash(record: string, previous: string | null, revision: Hashed): string {
  const { projectId, sequence, reason, at } = revision;
  const content = {
    ...{ record, previous, project: projectId, sequence },
    ...{ scores: revisedScores(revision), reason, at: at.toISOString() },
  };
  return createHash("sha256").update(canonicalJson(content), "utf8").digest("hex");
}

/** Returns the score revisions of a round in the order in which evaluators made them. */
export function readRevisions(
  db: Executor,
  round: RoundKey,
  projectId?: string,
): Promise<Revision[]> {
  const about = projectId === undefined ? undefined : eq(scoreRevisions.projectId, projectId);
  return db
    .select()
    .from(scoreRevisions)
    .where(and(revisedIn(round), about))
    .orderBy(asc(scoreRevisions.sequence));
}

const keyOf = (evaluator: string, project: string) => `${evaluator} ${project}`;

/**
 * Returns a function that returns an evaluator's last revised scores of a project, or undefined if the evaluator has
 * not revised the scores.
 */
export async function lastRevisions(db: Executor, round: RoundKey) {
  const rows = await readRevisions(db, round);
  const last = new Map(
    rows.map((row) => [keyOf(row.evaluatorId, row.projectId), revisedScores(row)]),
  );
  return (evaluator: string, project: string) => last.get(keyOf(evaluator, project));
}

/**
 * Returns the ids of evaluation records with a score revision that no longer matches its hash, or with a missing
 * revision.
 */
export async function brokenChains(db: Executor, records?: RoundKey): Promise<Set<string>> {
  const rows = await db
    .select({ revision: scoreRevisions, sha256: evaluationRecords.sha256 })
    .from(scoreRevisions)
    .innerJoin(evaluationRecords, eq(evaluationRecords.id, scoreRevisions.recordId))
    .where(records && revisedIn(records))
    .orderBy(asc(scoreRevisions.sequence));
  const broken = new Set<string>();
  const previous = new Map<string, Revision>();
  for (const { revision, sha256 } of rows) {
    const key = keyOf(revision.recordId, revision.projectId);
    const before = previous.get(key);
    const isNext = revision.sequence === (before?.sequence ?? 0) + 1;
    const hash = revisionHash(sha256, before?.sha256 ?? null, revision);
    if (!isNext || hash !== revision.sha256) broken.add(revision.recordId);
    previous.set(key, revision);
  }
  return broken;
}
