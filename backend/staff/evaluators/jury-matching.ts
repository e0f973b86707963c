import type { z } from "zod";
import { answerBy } from "@/contract/evaluation/invitation";
import {
  EVALUATOR_GROUPS,
  type EvaluatorState,
  type evaluatorsQuerySchema,
  isInGroup,
} from "@/contract/staff/evaluators";
import { fold } from "@/contract/text/normalize-text";
import { type Executor, readTogether } from "../../db/connect";
import type { Round } from "../../editions/rounds";
import { conflictsIn } from "../../evaluations/conflicts-of-interest";
import { expectedReadings, readingState } from "../../evaluations/reading-progress";
import { juryOf } from "../../evaluations/round";
import { findAssignment, owedReadings } from "../../evaluations/scope";
import { roundAsked } from "../shown-round";
import { readInvited, readJury } from "./jury";

type Query = z.output<typeof evaluatorsQuerySchema>;
type Invited = Awaited<ReturnType<typeof readInvited>>[number];
type Read = Awaited<ReturnType<typeof readJury>>["jury"][number];
/** An evaluator or invited person, with the number of assigned and scored projects and the current state. */
export type Member = Read & { total: number; hasConflict: boolean; state: EvaluatorState };

/**
 * Returns the jury of a round and the members that match a query. Lists, counts, and actions all use this
 * function. Rule: staff.pace.
 */
export async function juryMatching(db: Executor, query: Query, now: Date) {
  return matchJury(db, await roundAsked(db, query, now), query, now);
}

/** Returns the jury of the given round, the members that match a query, and the projects with too few readings. */
export async function matchJury(db: Executor, round: Round, query: Query, now: Date) {
  const conflicts = await conflictsIn(db, round, juryOf(round));
  const [{ jury, projects }, calendar, plan, { progress, few }] = await readTogether(db, [
    () => readJury(db, round, now, conflicts),
    () => expectedReadings(db, round, now),
    () => findAssignment(db, round),
    () => readingState(db, round, now, conflicts),
  ]);
  const own = new Map(progress.map((one) => [one.id, one]));
  const all: Member[] = jury.map((member) => {
    const { recused, invitation, capacity } = member;
    // Invited people have no assigned projects yet. With a reading plan, their number of projects is 0. Without a plan,
    // it is the number of projects that the invitation asks for.
    const asked = plan ? 0 : owedReadings({ total: projects, recused }, capacity);
    const { total } = own.get(member.user.id) ?? { total: asked };
    const hasConflict = member.conflicts.length + (invitation?.conflicts.length ?? 0) > 0;
    const one = { ...member, total, hasConflict };
    return { ...one, state: stateOf(one, calendar?.(total) ?? null, round, now) };
  });
  const matching = all.filter((one) => matches(one, query));
  return { round, all, matching, projects, calendar, few };
}

/**
 * Returns the state of a jury member. `expected` is the number of projects that should be scored by now, or null while
 * no evaluator can be late.
 */
function stateOf(one: Read, expected: number | null, round: Round, now: Date): EvaluatorState {
  const asked = askedState(one, round, now);
  if (asked) return asked;
  if (expected !== null && one.read < expected) return "late";
  return one.begun ? "on_time" : "to_begin";
}

/**
 * Returns the state of a jury member, such as "invited" or "closed", if the state does not depend on scored projects.
 * Null for an active evaluator with an open evaluation.
 */
function askedState(
  { user, invitation, linkUntil, closedAt }: Invited,
  { closesAt: ends }: Round,
  now: Date,
): EvaluatorState | null {
  if (closedAt) return "closed";
  if (invitation?.answer === "no") return "declined";
  if (user.roles.includes("evaluator") && user.emailConfirmedAt) return null;
  const by = invitation?.invitedAt && answerBy(invitation.invitedAt, ends);
  const until = by && linkUntil && linkUntil < by ? linkUntil : (by ?? linkUntil);
  return until && until > now ? "invited" : "unanswered";
}

/**
 * Returns how many invited people did not answer in time, and the people who declined. Omits declined people who were
 * invited again or removed.
 */
export async function missingAnswers(db: Executor, round: Round, now: Date) {
  const invited = await readInvited(db, round, now);
  const inState = (state: EvaluatorState) =>
    invited.filter((one) => askedState(one, round, now) === state);
  return {
    unanswered: inState("unanswered").length,
    declined: inState("declined").map(({ invitation }) => ({
      id: invitation?.id ?? "",
      answeredAt: invitation?.answeredAt ?? null,
    })),
  };
}

function matches(member: Member, query: Query): boolean {
  const { user, state } = member;
  const group = EVALUATOR_GROUPS.find((one) => one === query.state);
  const isInState = group ? isInGroup(group, member) : !query.state || state === query.state;
  const text = fold(`${user.firstName} ${user.lastName} ${user.email}`);
  const words = fold(query.search ?? "").split(/\s+/u);
  return isInState && words.every((word) => text.includes(word));
}
