import { and, eq, inArray, or, sql } from "drizzle-orm";
import { decidingRank } from "@/contract/evaluation/deciding-order";
import { FUNNEL_STAGES, type FunnelStage } from "@/contract/evaluation/funnel";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import { type RankingRow, rankEdition } from "../evaluations/ranking/ranking";
import { isSelected, type Standing } from "../evaluations/ranking/standing";
import { RuleViolation } from "../journal/rule-violation";

/** What cannot be done, in a sentence for the person at the keyboard. */
export class FunnelError extends RuleViolation {
  constructor(message: string) {
    super(message, "not_decidable");
  }
}

/** A sent project, as the selection sees it. */
export type Candidate = {
  id: string;
  number: string;
  nome: string;
  userId: string;
  /** Enrolled in the challenge. */
  challenge: boolean;
  /** Still an idea: what the incubation is for. */
  idea: boolean;
  calibrated: number | null;
  calibratedRank: number | null;
  /** Its row of the ranking. */
  ranked: RankingRow;
};

/** All sent projects of an edition, in the ranking's own order. */
export async function readCandidates(db: Executor, editionId: string): Promise<Candidate[]> {
  return (await readRanked(db, editionId)).candidates;
}

/** The candidates with how their ranking was computed. */
export async function readRanked(db: Executor, editionId: string) {
  const { rows, method } = await rankEdition(db, editionId);
  const sent = await db
    .select({
      id: submissions.projectId,
      number: submissions.number,
      nome: submissions.nome,
      stage: submissions.stage,
      type: submissions.tipologiaImpresa,
      challenge: sql<boolean>`${submissions.project}->>'sustainableretail' = 'yes'`,
      userId: sql<string>`(select user_id from projects p where p.id = ${submissions.projectId})`,
    })
    .from(submissions)
    .where(and(eq(submissions.editionId, editionId), submissions.current));
  const byId = new Map(sent.map((project) => [project.id, project]));
  const candidates = rows.flatMap((row): Candidate[] => {
    const known = byId.get(row.id);
    // Withdrawn between the two readings.
    if (!known) return [];
    const { stage, type, ...project } = known;
    const idea = stage === "stage-concept" || type === "ti-startup_ideazione";
    const { calibrated } = row;
    return [{ ...project, idea, calibrated, calibratedRank: decidingRank(row), ranked: row }];
  });
  return { candidates, method };
}

/**
 * The candidates that receipts' numbers and projects' ids name, each once. Any receipt of a project
 * names it, not only its last.
 */
export async function namedCandidates(
  db: Executor,
  editionId: string,
  candidates: readonly Candidate[],
  names: readonly string[],
): Promise<Candidate[]> {
  const given = [...new Set(names.map((name) => name.trim().toLowerCase()).filter(Boolean))];
  if (given.length === 0) throw new FunnelError("No project is named.");
  const rows = await db
    .select({ id: submissions.projectId, number: submissions.number })
    .from(submissions)
    .where(
      and(
        eq(submissions.editionId, editionId),
        or(inArray(submissions.number, given), inArray(sql`${submissions.projectId}::text`, given)),
      ),
    );
  const idOf = new Map(
    rows.flatMap(({ id, number }) => [[number, id] as const, [id, id] as const]),
  );
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const found = given.map((name) => byId.get(idOf.get(name) ?? ""));
  const unknown = given.filter((_, index) => !found[index]);
  if (unknown.length > 0) {
    throw new FunnelError(`Not among the edition's sent projects: ${unknown.join(", ")}.`);
  }
  return [...new Set(found.filter((candidate) => candidate !== undefined))];
}

/** Why a project cannot be selected for a stage by the rules; null when it can. */
export function ineligible(
  candidate: Candidate,
  stage: FunnelStage,
  standing: Standing,
): string | null {
  const after = FUNNEL_STAGES.find(({ id }) => id === stage)?.after ?? null;
  if (after && !isSelected(standing, candidate.id, after)) return `not selected as ${after}`;
  if (stage === "challenge_winner" && !candidate.challenge) return "not enrolled in the challenge";
  if (stage === "incubation" && !candidate.idea) return "not in the idea stage";
  return null;
}

/** Stages that depend on one, directly or not: losing it would leave them without a basis. */
export function restOn(stage: FunnelStage): FunnelStage[] {
  const next = FUNNEL_STAGES.filter(({ after }) => after === stage).map(({ id }) => id);
  return next.flatMap((id) => [id, ...restOn(id)]);
}
