import { eq, sql } from "drizzle-orm";
import { RACE, SELECTION_STAGES, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { filledDetails, type ReleaseDetails } from "@/contract/evaluation/release-details";
import {
  type getSelection as contract,
  type Results,
  resultsSchema,
  type SelectionRow,
  selectionSchema,
} from "@/contract/staff/selection";
import { type Executor, readTogether } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { decisionReleases, decisions } from "../../db/schema/evaluations";
import { findCurrentEdition } from "../../editions/edition";
import { findShownRound, type Round, readRounds, roundDeciding } from "../../editions/rounds";
import { rankingAccess } from "../../evaluations/close/ranking-access";
import { addressesOf, alteredEvaluators } from "../../evaluations/close/verify-record";
import { editionOf } from "../../evaluations/edition";
import { isStored } from "../../evaluations/own-rounds";
import type { Blended } from "../../evaluations/ranking/blend";
import { oneDecimal } from "../../evaluations/ranking/calibration";
import { currentDecisions, type DecisionsByProject } from "../../evaluations/ranking/decisions";
import { keyOf, markRows } from "../../evaluations/ranking/kept-ranking";
import { keepResults } from "../../evaluations/ranking/kept-results";
import { readIn } from "../../evaluations/round";
import { PRIVATE_HEADERS } from "../../http/failure";
import type { Call } from "../../http/serve";
import { type Candidate, ineligible, readRanked } from "../../selection/candidates";
import { previewRelease } from "../../selection/release";
import { tieAt } from "../../selection/tie";
import {
  describeApproval,
  findPendingApproval,
  type StoredApproval,
} from "../approvals/pending-approvals";
import { stripAnswer } from "../shown-round";
import { DETAILS_EFFECT, releaseSubject } from "./release-decisions";
import { unreadableProjects } from "./unreadable";

/**
 * Returns the progress of the jury. After staff can read the ranking, also returns the ranking with the decisions.
 * Rule: staff.blind.
 */
export async function getSelection(call: Call<typeof contract>) {
  const { db, query, arrivedAt } = call;
  const edition = await editionOf(db, query.edition, arrivedAt);
  const round = await findShownRound(db, edition, query.round, arrivedAt);
  const opening = await rankingAccess(db, round);
  const current = await findCurrentEdition(db, arrivedAt);
  const head = {
    edition: edition.year,
    ...(await stripAnswer(db, round, arrivedAt)),
    current: current?.id === edition.id,
    projects: await db.$count(submissions, readIn(round)),
    evaluators: opening.all,
    closed: opening.closed,
    opened_at: opening.openedAt?.toISOString() ?? null,
  };
  if (!opening.isOpen) return { ...head, results: null };
  const answer = selectionSchema.omit({ results: true }).parse(head);
  return new Response(withText(answer, "results", await writeResults(call, round)), {
    headers: { ...PRIVATE_HEADERS, "Content-Type": "application/json" },
  });
}

type Looking = Pick<Call<typeof contract>, "db" | "config" | "caller" | "arrivedAt">;

const keptResults = keepResults<{ stages: Decided[]; rows: string }>();
const keptAltered = keepResults<string[]>();

async function writeResults(call: Looking, round: Round): Promise<string> {
  const { db } = call;
  const { edition } = round;
  const rounds = await readRounds(db, edition);
  const { candidates, method, mark } = await readRanked(db, round);
  const known = { key: keyOf(round), mark };
  const altered = await keptAltered(db, known, () => alteredEvaluators(db, round));
  const unread = candidates.flatMap(({ id, calibrated }) => (calibrated === null ? [id] : []));
  const unreadable = await unreadableProjects(db, round, unread);
  const others = new Set(STAGE_IDS.map((stage) => roundDeciding(rounds, stage)));
  const marks = await readTogether(db, [
    () => markRows(db, decisions, eq(decisions.editionId, edition.id)),
    () => markPeople(db, edition.id),
    ...[...others]
      .filter(({ number }) => number !== round.number)
      .map((other) => async () => (await readRanked(db, other)).mark),
  ]);
  const input = [mark, ...marks, ...[...unreadable].sort(), JSON.stringify(edition.places)];
  const { stages, rows } = await keptResults(
    db,
    { key: keyOf(round), mark: input.join(" ") },
    async () => {
      const standing = await currentDecisions(db, edition.id, { released: false });
      const people = await readPeople(db, edition.id);
      const all = rowsOf(round, candidates, { standing, people, unreadable });
      return {
        stages: await decidedStages(db, round, candidates, standing),
        rows: JSON.stringify(resultsSchema.shape.rows.parse(all)),
      };
    },
  );
  const results = {
    altered: await addressesOf(db, altered),
    criteria: method.criteria,
    recomputed: method.recomputed,
    stages: await readStages(call, round, stages),
  };
  return withText(resultsSchema.omit({ rows: true }).parse(results), "rows", rows);
}

/**
 * Returns the JSON text of an object with one more field, whose value is already JSON text. So a large cached value is
 * neither parsed nor written again.
 */
const withText = (object: object, name: string, json: string) =>
  `${JSON.stringify(object).slice(0, -1)},"${name}":${json}}`;

type Known = {
  standing: DecisionsByProject;
  people: ReadonlyMap<string, string>;
  unreadable: ReadonlySet<string>;
};

/** Returns the rows of the ranking with the decisions. The caller must check that staff can read the ranking. */
function rowsOf(
  round: Round,
  candidates: readonly Candidate[],
  { standing, people, unreadable }: Known,
): SelectionRow[] {
  const shown = candidates.filter(
    ({ id, inRound }) => inRound || standing.get(id)?.has(round.stage),
  );
  return shown.map((one): SelectionRow => {
    const { mean, spread, evaluators, criteria } = one.ranked;
    const own = standing.get(one.id);
    return {
      id: one.id,
      name: one.nome,
      person: people.get(one.id) ?? "",
      rank: one.calibratedRank,
      calibrated: one.calibrated,
      mean,
      spread,
      readings: evaluators,
      criteria,
      eligible: STAGE_IDS.filter(
        (stage) => !own?.has(stage) && ineligible(one, stage, standing) === null,
      ),
      decisions: [...(own?.values() ?? [])].map(({ stage, outcome, releaseId, correction }) => ({
        stage,
        outcome,
        released: releaseId !== null,
        correction,
      })),
      unreadable: unreadable.has(one.id),
      ...(one.blended && { blended: shownBlend(one.blended) }),
    };
  });
}

const shownBlend = ({ own, before, value }: Blended) => ({
  own: oneDecimal(own),
  before: oneDecimal(before),
  value: oneDecimal(value),
});

type Decided = Pick<
  Results["stages"][number],
  "stage" | "places" | "released" | "planned" | "tie" | "pending"
>;

/** Returns the number of places, of decisions, and of tied projects for each stage. */
async function decidedStages(
  db: Executor,
  round: Round,
  candidates: readonly Candidate[],
  standing: DecisionsByProject,
): Promise<Decided[]> {
  const { edition } = round;
  const rounds = await readRounds(db, edition);
  const { rows } = await previewRelease(db, edition, STAGE_IDS);
  return SELECTION_STAGES.map(({ id: stage }) => {
    const selected = candidates.flatMap(({ id }) => {
      const decision = standing.get(id)?.get(stage);
      return decision?.outcome === "selected" ? [decision] : [];
    });
    const released = selected.filter(({ releaseId }) => releaseId !== null).length;
    // Report a tie only for stages that this round decides. Staff possibly cannot read another round's ranking yet.
    const isOwn = roundDeciding(rounds, stage).number === round.number;
    const tie = isOwn ? tieAt(candidates, standing, stage, edition.places) : null;
    return {
      stage,
      places: edition.places[stage],
      released,
      planned: selected.length - released,
      tie: tie && {
        ids: tie.equals.map(({ id }) => id),
        free: tie.free,
        value: tie.equals[0]?.calibrated ?? null,
      },
      pending: rows.filter((row) => row.stage === stage).length,
    };
  });
}

/**
 * Adds to each stage its round, its releases, and its pending approval. This data is not cached, because the approval
 * depends on the caller and the time.
 */
async function readStages(
  { db, config, caller, arrivedAt }: Looking,
  round: Round,
  decided: readonly Decided[],
): Promise<Results["stages"]> {
  const { edition } = round;
  const rounds = await readRounds(db, edition);
  const releases = await db
    .selectDistinct({
      stage: decisions.stage,
      at: decisionReleases.at,
      details: decisionReleases.details,
    })
    .from(decisions)
    .innerJoin(decisionReleases, eq(decisionReleases.id, decisions.releaseId))
    .where(eq(decisions.editionId, edition.id))
    .orderBy(decisionReleases.at);
  const proposed = new Map<Stage, StoredApproval>();
  for (const stage of STAGE_IDS) {
    const subject = releaseSubject({ edition: edition.year, stage });
    const found = await findPendingApproval(db, { act: "release", subject }, config, arrivedAt);
    if (found) proposed.set(stage, found);
  }
  return decided.map((one) => {
    const { stage } = one;
    const decides = roundDeciding(rounds, stage);
    const approval = proposed.get(stage);
    const past = releases.filter((release) => release.stage === stage);
    return {
      ...one,
      ...(isStored(round) && { round: decides.number }),
      ...(decides.feedback && RACE.includes(stage) && { feedback: true as const }),
      released_at: past[0]?.at.toISOString() ?? null,
      proposed: approval ? describeApproval(approval, caller.id) : null,
      details: approval
        ? proposedDetails(approval)
        : (past.findLast(({ details }) => details)?.details ?? null),
    };
  });
}

/**
 * Returns the details, such as place and time, of a release that waits for approval. Null if the release has no
 * details.
 */
function proposedDetails({ row }: StoredApproval): ReleaseDetails | null {
  const effect = row.shown.effects.find(({ name }) => name === DETAILS_EFFECT);
  return effect ? filledDetails(effect.facts ?? {}) : null;
}

async function readPeople(db: Executor, editionId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: projects.id, firstName: users.firstName, lastName: users.lastName })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(eq(projects.editionId, editionId));
  return new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
}

/**
 * Returns a fingerprint of the names of an edition's applicants, so that a changed name invalidates the cached ranking.
 */
async function markPeople(db: Executor, editionId: string): Promise<string> {
  const name = sql`${projects.id} || ' ' || ${users.firstName} || ' ' || ${users.lastName}`;
  const [row] = await db
    .select({ mark: sql<string>`sum(hashtextextended(${name}, 0)::numeric)` })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(eq(projects.editionId, editionId));
  return String(row?.mark);
}
