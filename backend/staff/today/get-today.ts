import { editionState } from "@/contract/deadline";
import type { ApplicationState } from "@/contract/staff/application-states";
import type { getStandstill as standstillContract } from "@/contract/staff/checks";
import type { getToday as contract, Today } from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import { type Edition, findCurrentEdition, graceOf } from "../../editions/edition";
import { type Round, readRounds } from "../../editions/rounds";
import { roundAnswer } from "../../evaluations/own-rounds";
import type { Call } from "../../http/serve";
import { applicationsMatching } from "../applications/application-filter";
import { countApplications } from "../applications/list-applications";
import { countInCharge } from "../people/list-data-requests";
import { aheadOf } from "./ahead";
import { countOf, type Standing } from "./application-counts";
import { checkAll, findServiceProblems, type Ground, groundOf } from "./checks";
import { daysOf } from "./days";

const NONE = { begun: 0, complete: 0, sent: 0 };

/** Returns the start page of the staff area. Independent counts run in parallel. */
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
  const grounding = groundOf(db, edition, now);
  const noDays = { before: null, before_unknown: null, rows: [], total: NONE, totalBefore: NONE };
  const [ground, checks, days, all] = await Promise.all([
    grounding,
    checkAll({ db, config, store, clockOff, senderDomain }, grounding, now),
    edition ? daysOf(db, edition, now) : noDays,
    edition ? readRounds(db, edition) : [],
  ]);
  const { round, progress, standing } = ground;
  return {
    at: now.toISOString(),
    edition: edition && shown(edition, now, graceOf(edition, config)),
    ...(round && roundAnswer(round)),
    rounds: roundsOf(all, ground),
    evaluators: progress.filter(({ closed }) => !closed).length,
    checks,
    ahead: edition ? await aheadOf(db, edition, ground) : [],
    days,
    applications: applicationsIn(standing),
    mine: {
      applications: edition ? await countMine(db, edition, ground, caller.id) : 0,
      requests: await countInCharge(db, caller.id),
    },
  };
}

function roundsOf(all: readonly Round[], { blocked }: Ground): Today["rounds"] {
  return all
    .filter(({ replacedBy }) => replacedBy === null)
    .flatMap((one) => {
      const { round } = roundAnswer(one);
      const obstacles = blocked.get(one.number);
      return round ? [{ ...round, ...(obstacles && { obstacles }) }] : [];
    });
}

/**
 * Counts the applications in the caller's charge that need attention. Uses the SQL condition of the list to which the
 * page links.
 */
async function countMine(db: Executor, edition: Edition, { now, few }: Ground, viewer: string) {
  const mine = { owner: "me", needs: "yes" } as const;
  const known = few ?? undefined;
  return countApplications(db, await applicationsMatching(db, mine, edition, now, viewer, known));
}

/** Returns only the service problems that the staff start page shows. */
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

/** Counts the applications by state. Uses the conditions of the lists to which the page links. */
function applicationsIn(standing: Standing): Today["applications"] {
  const inState = (...states: ApplicationState[]) =>
    countOf(standing, ({ state }) => states.includes(state));
  return {
    begun: inState("begun"),
    complete: inState("complete"),
    sent: inState("sent", "changed"),
  };
}
