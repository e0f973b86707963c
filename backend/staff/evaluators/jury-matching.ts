import type { z } from "zod";
import { fold } from "@/contract/fold";
import { INVITATION_DAYS } from "@/contract/limits";
import { DAY } from "@/contract/spans";
import type { EvaluatorState, evaluatorsQuerySchema } from "@/contract/staff/evaluators";
import type { Executor } from "../../db/connect";
import { findAssignment } from "../../evaluations/assignment/scope";
import { editionOf } from "../../evaluations/edition";
import { calendarOf, paceOf } from "../../evaluations/pace";
import { readJury } from "./jury";

type Query = z.output<typeof evaluatorsQuerySchema>;
type Read = Awaited<ReturnType<typeof readJury>>["jury"][number];
/** One of the jury, or asked to be: how much of what they are to read they have, and where that is. */
export type Member = Read & { total: number; state: EvaluatorState };

/**
 * The jury of an edition and who of it matches: the one condition by which evaluators are listed, counted and acted
 * upon (rule staff.pace).
 */
export async function juryMatching(db: Executor, query: Query, now: Date) {
  const edition = await editionOf(db, query.edition, now);
  const { jury, projects, readings } = await readJury(db, edition, now);
  const calendar = await calendarOf(db, edition, now);
  const plan = await findAssignment(db, edition.id);
  const own = new Map((plan ? await paceOf(db, edition) : []).map((one) => [one.id, one]));
  const all: Member[] = jury.map((member) => {
    const { total, left } = own.get(member.user.id) ?? { total: plan ? 0 : projects, left: null };
    const one = { ...member, total, read: left === null ? member.read : total - left };
    return { ...one, state: stateOf(one, calendar?.(total) ?? null, now) };
  });
  const matching = all.filter((one) => matches(one, query));
  return { edition, all, matching, projects, readings, calendar, plan };
}

/** `expected` is null while nobody can be late. */
function stateOf(
  { user, invitation, linkUntil, closedAt, read, begun }: Read,
  expected: number | null,
  now: Date,
): EvaluatorState {
  if (closedAt) return "closed";
  if (invitation?.answer === "no") return "declined";
  if (!user.roles.includes("evaluator") || !user.emailConfirmedAt) {
    const asked = invitation?.invitedAt;
    const isOpen = linkUntil ?? (asked && new Date(asked.getTime() + INVITATION_DAYS * DAY));
    return isOpen && isOpen > now ? "invited" : "unanswered";
  }
  if (expected !== null && read < expected) return "late";
  return begun ? "on_time" : "to_begin";
}

function matches({ user, state }: Member, query: Query): boolean {
  const text = fold(`${user.firstName} ${user.lastName} ${user.email}`);
  const words = fold(query.search ?? "").split(/\s+/u);
  return (!query.state || state === query.state) && words.every((word) => text.includes(word));
}
