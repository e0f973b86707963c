import { and, eq } from "drizzle-orm";
import { SELECTION_STAGES, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { filledDetails, type ReleaseDetails } from "@/contract/evaluation/release-details";
import type { getSelection as contract, Results, SelectionRow } from "@/contract/staff/selection";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { decisionReleases, decisions } from "../../db/schema/evaluations";
import { type Edition, findCurrentEdition } from "../../editions/edition";
import { firstRoundKey } from "../../editions/rounds";
import { rankingAccess } from "../../evaluations/close/ranking-access";
import { alteredRecords } from "../../evaluations/close/verify-record";
import { editionOf } from "../../evaluations/edition";
import { currentDecisions, type DecisionsByProject } from "../../evaluations/ranking/decisions";
import type { Call } from "../../http/serve";
import { type Candidate, ineligible, readCandidates, readRanked } from "../../selection/candidates";
import { previewRelease } from "../../selection/release";
import { tieAt } from "../../selection/tie";
import {
  describeApproval,
  findPendingApproval,
  type StoredApproval,
} from "../approvals/pending-approvals";
import { DETAILS_EFFECT, releaseSubject } from "./release-decisions";
import { unreadableProjects } from "./unreadable";

/**
 * Returns the progress of the jury and, once staff can read it, the ranking with the decisions.
 * Rule: staff.blind.
 */
export async function getSelection(call: Call<typeof contract>) {
  const { db, query, arrivedAt } = call;
  const edition = await editionOf(db, query.edition, arrivedAt);
  const opening = await rankingAccess(db, firstRoundKey(edition.id));
  const current = await findCurrentEdition(db, arrivedAt);
  const sent = and(eq(submissions.editionId, edition.id), submissions.current);
  return {
    edition: edition.year,
    current: current?.id === edition.id,
    projects: await db.$count(submissions, sent),
    evaluators: opening.all,
    closed: opening.closed,
    opened_at: opening.openedAt?.toISOString() ?? null,
    results: opening.isOpen ? await readResults(call, edition) : null,
  };
}

type Looking = Pick<Call<typeof contract>, "db" | "config" | "caller" | "arrivedAt">;

async function readResults(call: Looking, edition: Edition): Promise<Results> {
  const { db } = call;
  const { candidates, method } = await readRanked(db, firstRoundKey(edition.id));
  const standing = await currentDecisions(db, edition.id, { released: false });
  return {
    criteria: method.criteria,
    recomputed: method.recomputed,
    altered: await alteredRecords(db, firstRoundKey(edition.id)),
    stages: await readStages(call, edition, candidates, standing),
    rows: await rowsOf(db, edition, candidates, standing),
  };
}

/** Returns the ranking with the decisions. The caller checks that staff can read it. */
export async function readRows(db: Executor, edition: Edition): Promise<SelectionRow[]> {
  const standing = await currentDecisions(db, edition.id, { released: false });
  return rowsOf(db, edition, await readCandidates(db, firstRoundKey(edition.id)), standing);
}

async function rowsOf(
  db: Executor,
  edition: Edition,
  candidates: readonly Candidate[],
  standing: DecisionsByProject,
): Promise<SelectionRow[]> {
  const unread = candidates.flatMap(({ id, calibrated }) => (calibrated === null ? [id] : []));
  const unreadable = await unreadableProjects(db, firstRoundKey(edition.id), unread);
  const people = await readPeople(db, edition.id);
  return candidates.map((one): SelectionRow => {
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
    };
  });
}

async function readStages(
  { db, config, caller, arrivedAt }: Looking,
  edition: Edition,
  candidates: readonly Candidate[],
  standing: DecisionsByProject,
): Promise<Results["stages"]> {
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
    const tie = tieAt(candidates, standing, stage, edition.places);
    const approval = proposed.get(stage);
    const past = releases.filter((one) => one.stage === stage);
    return {
      stage,
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

/** Returns the details that the proposer of a release has set; null without details. */
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
