import { eq } from "drizzle-orm";
import { RACE, SELECTION_STAGES, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { filledDetails, type ReleaseDetails } from "@/contract/evaluation/release-details";
import type { getSelection as contract, Results, SelectionRow } from "@/contract/staff/selection";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { decisionReleases, decisions } from "../../db/schema/evaluations";
import { findCurrentEdition } from "../../editions/edition";
import { findShownRound, type Round, readRounds, roundDeciding } from "../../editions/rounds";
import { rankingAccess } from "../../evaluations/close/ranking-access";
import { alteredRecords } from "../../evaluations/close/verify-record";
import { editionOf } from "../../evaluations/edition";
import { isStored } from "../../evaluations/own-rounds";
import type { Blended } from "../../evaluations/ranking/blend";
import { oneDecimal } from "../../evaluations/ranking/calibration";
import { currentDecisions, type DecisionsByProject } from "../../evaluations/ranking/decisions";
import { readIn } from "../../evaluations/round";
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
  return {
    edition: edition.year,
    ...(await stripAnswer(db, round, arrivedAt)),
    current: current?.id === edition.id,
    projects: await db.$count(submissions, readIn(round)),
    evaluators: opening.all,
    closed: opening.closed,
    opened_at: opening.openedAt?.toISOString() ?? null,
    results: opening.isOpen ? await readResults(call, round) : null,
  };
}

type Looking = Pick<Call<typeof contract>, "db" | "config" | "caller" | "arrivedAt">;

async function readResults(call: Looking, round: Round): Promise<Results> {
  const { db } = call;
  const { edition } = round;
  const { candidates, method } = await readRanked(db, round);
  const standing = await currentDecisions(db, edition.id, { released: false });
  return {
    criteria: method.criteria,
    recomputed: method.recomputed,
    altered: await alteredRecords(db, round),
    stages: await readStages(call, round, candidates, standing),
    rows: await rowsOf(db, round, candidates, standing),
  };
}

/** Returns the ranking of a round with the decisions. The caller checks that staff can read the ranking. */
export async function readRows(db: Executor, round: Round): Promise<SelectionRow[]> {
  const { edition } = round;
  const standing = await currentDecisions(db, edition.id, { released: false });
  return rowsOf(db, round, (await readRanked(db, round)).candidates, standing);
}

async function rowsOf(
  db: Executor,
  round: Round,
  candidates: readonly Candidate[],
  standing: DecisionsByProject,
): Promise<SelectionRow[]> {
  const unread = candidates.flatMap(({ id, calibrated }) => (calibrated === null ? [id] : []));
  const unreadable = await unreadableProjects(db, round, unread);
  const people = await readPeople(db, round.editionId);
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

async function readStages(
  { db, config, caller, arrivedAt }: Looking,
  round: Round,
  candidates: readonly Candidate[],
  standing: DecisionsByProject,
): Promise<Results["stages"]> {
  const { edition } = round;
  const rounds = await readRounds(db, edition);
  const { rows } = await previewRelease(db, edition, STAGE_IDS);
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
  return SELECTION_STAGES.map(({ id: stage }) => {
    const selected = candidates.flatMap(({ id }) => {
      const decision = standing.get(id)?.get(stage);
      return decision?.outcome === "selected" ? [decision] : [];
    });
    const released = selected.filter(({ releaseId }) => releaseId !== null).length;
    const decides = roundDeciding(rounds, stage);
    const deciding = decides.number;
    // Report a tie only for stages that this round decides. Staff possibly cannot read another round's ranking yet.
    const tie =
      deciding === round.number ? tieAt(candidates, standing, stage, edition.places) : null;
    const approval = proposed.get(stage);
    const past = releases.filter((one) => one.stage === stage);
    return {
      stage,
      ...(isStored(round) && { round: deciding }),
      ...(decides.feedback && RACE.includes(stage) && { feedback: true as const }),
      places: edition.places[stage],
      released,
      planned: selected.length - released,
      released_at: past[0]?.at.toISOString() ?? null,
      tie: tie && {
        ids: tie.equals.map(({ id }) => id),
        free: tie.free,
        value: tie.equals[0]?.calibrated ?? null,
      },
      pending: rows.filter((row) => row.stage === stage).length,
      proposed: approval ? describeApproval(approval, caller.id) : null,
      details: approval
        ? proposedDetails(approval)
        : (past.findLast(({ details }) => details)?.details ?? null),
    };
  });
}

/** Returns the details that the proposer set for a release that waits for approval, or null without details. */
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
