import { languageOf } from "@/contract/languages";
import {
  type listEvaluators as contract,
  EVALUATOR_STATES,
  type EvaluatorState,
  isInGroup,
  isOnJury,
} from "@/contract/staff/evaluators";
import { findCurrentEdition } from "../../editions/edition";
import { evaluationSpan, timeOver } from "../../evaluations/reading-progress";
import type { Call } from "../../http/serve";
import { roundAsked, stripAnswer } from "../shown-round";
import { matchJury } from "./jury-matching";

/**
 * Lists the jury with its reading progress compared to the schedule. Shows the number of scored projects, never the
 * scores. Rule: staff.pace.
 */
export async function listEvaluators({ db, query, arrivedAt: now }: Call<typeof contract>) {
  const round = await roundAsked(db, query, now);
  const { edition } = round;
  const { all, matching, projects, calendar, few } = await matchJury(db, round, query, now);
  const span = evaluationSpan(round);
  const share = timeOver(round, now);
  const working = all.filter(({ state }) => isOnJury(state));
  const total = working.reduce((sum, one) => sum + one.total, 0);
  const done = working.reduce((sum, { read }) => sum + read, 0);
  return {
    edition: edition.year,
    ...(await stripAnswer(db, round, now)),
    current: (await findCurrentEdition(db, now))?.id === edition.id,
    projects,
    evaluators: matching.map(({ user, invitation, state, ...one }) => {
      const going = calendar !== null && span && state !== "closed" && isOnJury(state);
      const finish = going
        ? finishesAt(span, { read: one.read, all: one.total, now, late: state === "late" })
        : null;
      return {
        id: user.id,
        name: `${user.firstName} ${user.lastName}`,
        email: user.email,
        language: languageOf(user.language),
        state,
        total: one.total,
        read: one.read,
        recused: one.recused,
        begun: one.begun,
        finishes_at: finish?.toISOString() ?? null,
        seen_at: one.seenAt?.toISOString() ?? null,
        invited_at: invitation?.invitedAt?.toISOString() ?? null,
        answered_at: invitation?.answeredAt?.toISOString() ?? null,
        capacity: one.capacity,
        languages: invitation?.languages ?? [],
        sectors: (invitation?.sectors ?? []) as never,
        conflicts: invitation?.conflicts ?? [],
        conflict_projects: one.conflicts,
        words: invitation?.words ?? "",
        link_until: one.linkUntil?.toISOString() ?? null,
        closed_at: one.closedAt?.toISOString() ?? null,
      };
    }),
    counts: {
      all: all.length,
      accepted: working.length,
      begun: all.filter(({ begun }) => begun).length,
      states: Object.fromEntries(
        EVALUATOR_STATES.map((name) => [name, all.filter(({ state }) => state === name).length]),
      ) as Record<EvaluatorState, number>,
      working: all.filter((one) => isInGroup("working", one)).length,
      conflicts: all.filter((one) => isInGroup("conflicts", one)).length,
    },
    pace: {
      from: span?.from.toISOString() ?? null,
      until: span?.until.toISOString() ?? null,
      expected: calendar?.(projects) ?? null,
      time: share === null ? null : Math.floor(share * 100),
      read: total === 0 ? 0 : Math.floor((done / total) * 100),
    },
    readings: few.readings,
    wanted: few.wanted,
    below: few.count,
    missing: few.missing,
    possible: few.possible,
    normal: few.state === "normal",
    normal_until: few.state === "normal" ? (few.until?.toISOString() ?? null) : null,
  };
}

/**
 * Estimates when the evaluators will have read all projects at the current pace. Returns null if no project is read yet
 * or the evaluation has not begun. The calendar counts whole readings, so an evaluator on time can be behind by less
 * than one reading. The estimate for an evaluator on time is therefore never after the last day.
 */
function finishesAt(
  { from, until }: { from: Date; until: Date },
  { read, all, now, late }: { read: number; all: number; now: Date; late: boolean },
): Date | null {
  const spent = now.getTime() - from.getTime();
  if (read === 0 || spent <= 0) return null;
  const end = new Date(from.getTime() + (spent * all) / read);
  if (Number.isNaN(end.getTime())) return null;
  return !late && end > until ? until : end;
}
