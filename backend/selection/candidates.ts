import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { decidingRank } from "@/contract/evaluation/deciding-order";
import { SELECTION_STAGES, type Stage } from "@/contract/evaluation/funnel";
import { CRITERIA, NO_SCORES } from "@/contract/evaluation/weights";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import type { Edition } from "../editions/edition";
import { firstRoundKey, type Round, readRounds, roundDeciding } from "../editions/rounds";
import { type Blended, decidingMark, rankDeciding } from "../evaluations/ranking/blend";
import { mean, oneDecimal } from "../evaluations/ranking/calibration";
import { type DecisionsByProject, isSelected } from "../evaluations/ranking/decisions";
import { keyOf } from "../evaluations/ranking/kept-ranking";
import { keepResults } from "../evaluations/ranking/kept-results";
import type { RankingRow } from "../evaluations/ranking/ranking";
import { readIn } from "../evaluations/round";

/**
 * A submitted project that staff can select for a stage, with its ranking row and the answers that decide its
 * eligibility.
 */
export type Candidate = {
  id: string;
  number: string;
  nome: string;
  userId: string;
  /**
   * True if the project takes part in the challenge, which the stage `challenge_winner` requires.
   */
  challenge: boolean;
  /** True if the project is at the idea stage, which incubation requires. */
  idea: boolean;
  calibrated: number | null;
  calibratedRank: number | null;
  /**
   * True if the round that decides the stage contains the project. Staff can also select a project outside this round.
   */
  inRound: boolean;
  /** The project's row in the ranking of the round that decides the stage. */
  ranked: RankingRow;
  /**
   * The project's ranking values in the round that decides the stage, in the earlier round, and combined. Null if the
   * ranking uses one round only, or if the round that decides the stage does not contain the project.
   */
  blended: Blended | null;
};

/** Returns the round whose ranking decides a stage. */
export async function findDecidingRound(
  db: Executor,
  edition: Edition,
  stage: Stage,
): Promise<Round> {
  return roundDeciding(await readRounds(db, edition), stage);
}

/**
 * Returns all projects that staff can select for a stage, in the order of the ranking that decides the stage.
 */
export async function readCandidates(
  db: Executor,
  edition: Edition,
  stage: Stage,
): Promise<Candidate[]> {
  return (await readRanked(db, await findDecidingRound(db, edition, stage))).candidates;
}

/**
 * Returns a function that reads the candidates for a stage. If one round decides several stages, the round's candidates
 * are read only once.
 */
export async function candidateReader(db: Executor, edition: Edition) {
  const rounds = await readRounds(db, edition);
  const known = new Map<number, Promise<Candidate[]>>();
  return (stage: Stage): Promise<Candidate[]> => {
    const round = roundDeciding(rounds, stage);
    const found =
      known.get(round.number) ?? readRanked(db, round).then(({ candidates }) => candidates);
    known.set(round.number, found);
    return found;
  };
}

const keptRanked = keepResults<Awaited<ReturnType<typeof rankCandidates>>>();

/**
 * Returns the candidates of a round, the calculation method of their ranking, and a fingerprint of the ranking's input.
 * Caches the candidates until this input changes. Callers must not modify the candidates.
 */
export async function readRanked(db: Executor, round: Round) {
  // `mark` is a fingerprint of all data that the candidates depend on. It covers all submissions of the edition,
  // because the candidates also include projects outside the round.
  const mark = await decidingMark(db, round);
  const known = { key: keyOf(round), mark };
  return { ...(await keptRanked(db, known, () => rankCandidates(db, round))), mark };
}

/**
 * Returns the candidates of a round and the calculation method of their ranking. `means` contains the mean of each
 * criterion over the projects of the round.
 */
async function rankCandidates(db: Executor, round: Round) {
  const { rows, method, blended } = await rankDeciding(db, round);
  const sent = await db
    .select({
      id: submissions.projectId,
      number: submissions.number,
      nome: submissions.nome,
      industry: submissions.industry,
      stage: submissions.stage,
      type: submissions.tipologiaImpresa,
      challenge: sql<boolean>`${submissions.project}->>'sustainableretail' = 'yes'`,
      userId: sql<string>`(select user_id from projects p where p.id = ${submissions.projectId})`,
    })
    .from(submissions)
    .where(readIn(firstRoundKey(round.editionId)))
    .orderBy(asc(submissions.nomeKey), asc(submissions.projectId));
  const byId = new Map(sent.map((project) => [project.id, project]));
  // The candidates also include the projects outside the round, because staff can select them. These projects come last
  // and have no rank.
  const ranked = new Set(rows.map(({ id }) => id));
  const others = sent.filter(({ id }) => !ranked.has(id)).map(unranked);
  const candidates = [...rows, ...others].flatMap((row): Candidate[] => {
    const known = byId.get(row.id);
    // If an applicant withdraws the project between the query for the ranking and the query for the submissions, skip
    // the project.
    if (!known) return [];
    const { stage, type, industry: _, ...project } = known;
    const idea = stage === "stage-concept" || type === "ti-startup_ideazione";
    const values = blended?.get(row.id) ?? null;
    const calibrated = blended ? oneDecimal(values?.value ?? null) : row.calibrated;
    const calibratedRank = decidingRank(row);
    const inRound = ranked.has(row.id);
    return [
      { ...project, idea, calibrated, calibratedRank, inRound, ranked: row, blended: values },
    ];
  });
  const means = Object.fromEntries(
    CRITERIA.map(({ id }) => [id, mean(rows.flatMap((row) => row.criteria[id] ?? []))]),
  ) as RankingRow["criteria"];
  return { candidates, method, means };
}

/** Returns an empty ranking row for a project that the ranking does not contain. */
function unranked({ id, nome, industry }: { id: string; nome: string; industry: string }) {
  return {
    ...{ id, nome, industry, evaluators: 0, stage: null, criteria: NO_SCORES },
    ...{ mean: null, spread: null, rank: null, calibrated: null, calibrated_rank: null },
  };
}

/**
 * Returns the candidates with the given receipt numbers or project ids, without duplicates. Every receipt number of a
 * project identifies the project, including the number of a replaced receipt.
 */
export async function namedCandidates(
  db: Executor,
  editionId: string,
  candidates: readonly Candidate[],
  names: readonly string[],
): Promise<Candidate[]> {
  const given = [...new Set(names.map((name) => name.trim().toLowerCase()).filter(Boolean))];
  if (given.length === 0) throw new RuleViolation("No project is named.", "not_decidable");
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
    throw new RuleViolation(
      `These are not sent projects of the edition: ${unknown.join(", ")}.`,
      "not_decidable",
    );
  }
  return [...new Set(found.filter((candidate) => candidate !== undefined))];
}

/** Returns the reason why the rules exclude a project from a stage, or null for an eligible project. */
export function ineligible(
  candidate: Candidate,
  stage: Stage,
  standing: DecisionsByProject,
): string | null {
  const after = SELECTION_STAGES.find(({ id }) => id === stage)?.after ?? null;
  if (after && !isSelected(standing, candidate.id, after)) return `not selected for ${after}`;
  if (stage === "challenge_winner" && !candidate.challenge) return "not enrolled in the challenge";
  if (stage === "incubation" && !candidate.idea) return "not in the idea stage";
  return null;
}

/** Returns the later selection stages that depend on a stage, directly or indirectly. */
export function restOn(stage: Stage): Stage[] {
  const next = SELECTION_STAGES.filter(({ after }) => after === stage).map(({ id }) => id);
  return next.flatMap((id) => [id, ...restOn(id)]);
}
