import { editionState } from "@/contract/deadline";
import type { ApplicationState } from "@/contract/staff/application-states";
import type {
  getToday as contract,
  getStandstill as standstillContract,
  Today,
} from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import { type Edition, findCurrentEdition, graceOf } from "../../editions/edition";
import { firstRound } from "../../editions/rounds";
import { readingProgress } from "../../evaluations/reading-progress";
import type { Call } from "../../http/serve";
import { applicationsMatching } from "../applications/application-filter";
import { countApplications } from "../applications/list-applications";
import { countInCharge } from "../people/list-data-requests";
import { aheadOf } from "./ahead";
import { countOf, type Standing, standingOf } from "./application-counts";
import { checkAll, findServiceProblems } from "./checks";
import { daysOf } from "./days";

const NONE = { begun: 0, complete: 0, sent: 0 };

/**
 * Returns the start page of the staff area. Runs its queries one after the other, so that a request uses one
 * connection.
 */
export async function getToday({
  db,
  config,
  store,
  clockOff,
  senderDomain,
  caller,
  arrivedAt: now,
}: Call<typeof contract>): Promise<Today> {
  const edition = await findCurrentEdition(db, now);
  const progress = edition ? await readingProgress(db, firstRound(edition)) : [];
  const standing = edition ? await standingOf(db, edition, now) : [];
  return {
    at: now.toISOString(),
    edition: edition && shown(edition, now, graceOf(edition, config)),
    evaluators: progress.filter(({ closed }) => !closed).length,
    checks: await checkAll(
      { db, config, store, clockOff, senderDomain },
      { edition, pace: progress, standing, now },
    ),
    ahead: edition ? await aheadOf(db, edition, { pace: progress, standing, now }) : [],
    days: edition
      ? await daysOf(db, edition, now)
      : { before: null, before_unknown: null, rows: [], total: NONE, totalBefore: NONE },
    applications: applicationsIn(standing),
    mine: {
      applications: edition ? await countMine(db, edition, now, caller.id) : 0,
      requests: await countInCharge(db, caller.id),
    },
  };
}

/** Counts the applications in the caller's charge that need attention, as the list that the number links to. */
async function countMine(db: Executor, edition: Edition, now: Date, viewer: string) {
  const mine = { owner: "me", needs: "yes" } as const;
  return countApplications(db, await applicationsMatching(db, mine, edition, now, viewer));
}

/** Returns only the service problems of the start page. */
export async function getStandstill(call: Call<typeof standstillContract>) {
  const { arrivedAt: now } = call;
  return { at: now.toISOString(), checks: await findServiceProblems(call, now) };
}

function shown(edition: Edition, now: Date, graceMinutes: number): Today["edition"] {
  const { year, opensAt, closesAt, evaluationOpensAt, evaluationClosesAt, awardedAt } = edition;
  return {
    year,
    state: editionState(edition, now),
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    evaluationOpensAt: evaluationOpensAt?.toISOString() ?? null,
    evaluationClosesAt: evaluationClosesAt?.toISOString() ?? null,
    awardedAt: awardedAt?.toISOString() ?? null,
    graceMinutes,
  };
}

/** Counts the applications by state, as the lists that the numbers link to. */
function applicationsIn(standing: Standing): Today["applications"] {
  const inState = (...states: ApplicationState[]) =>
    countOf(standing, ({ state }) => states.includes(state));
  return {
    begun: inState("begun"),
    complete: inState("complete"),
    sent: inState("sent", "changed"),
  };
}
