import { fold } from "@/contract/fold";
import { languageOf } from "@/contract/languages";
import {
  type listEvaluators as contract,
  EVALUATOR_STATES,
  type EvaluatorState,
} from "@/contract/staff/evaluators";
import { READINGS } from "@/contract/staff/today";
import { editionOf } from "../../evaluations/edition";
import { evaluationSpan, expectedBy, timeOver } from "../../evaluations/pace";
import type { Call } from "../../http/serve";
import { finishesAt } from "./finishes-at";
import { readJury } from "./jury";

type Query = Call<typeof contract>["query"];
type Member = Awaited<ReturnType<typeof readJury>>["jury"][number];

/** How the jury is getting on against the calendar; blind: how much was read, not what came of it (rule staff.pace). */
export async function listEvaluators({ db, query, arrivedAt: now }: Call<typeof contract>) {
  const edition = await editionOf(db, query.edition, now);
  const { jury, projects, readings } = await readJury(db, edition, now);
  const span = evaluationSpan(edition);
  const share = timeOver(edition, now);
  const expected = await expectedBy(db, edition, projects, now);
  const all = jury.map((member) => ({
    ...member,
    state: stateOf(member, expected),
  }));
  const working = all.filter(({ state }) => state !== "invited");
  const total = working.length * projects;
  const done = working.reduce((sum, { read }) => sum + read, 0);
  return {
    edition: edition.year,
    projects,
    evaluators: all
      .filter((one) => matches(one, query))
      .map(({ user, state, ...one }) => {
        const going = expected !== null && span && state !== "closed" && state !== "invited";
        const finish = going ? finishesAt(span, { read: one.read, all: projects, now }) : null;
        return {
          id: user.id,
          name: `${user.firstName} ${user.lastName}`,
          email: user.email,
          language: languageOf(user.language),
          state,
          read: one.read,
          recused: one.recused,
          begun: one.begun,
          finishes_at: finish?.toISOString() ?? null,
          seen_at: one.seenAt?.toISOString() ?? null,
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
    },
    pace: {
      from: span?.from.toISOString() ?? null,
      until: span?.until.toISOString() ?? null,
      expected,
      time: share === null ? null : Math.floor(share * 100),
      read: total === 0 ? 0 : Math.floor((done / total) * 100),
    },
    readings,
    wanted: READINGS,
    below: readings
      .filter(({ readings }) => readings < READINGS)
      .reduce((sum, { projects }) => sum + projects, 0),
  };
}

/** `expected` is null while nobody can be late. */
function stateOf({ user, closedAt, read, begun }: Member, expected: number | null): EvaluatorState {
  if (closedAt) return "closed";
  if (!user.emailConfirmedAt) return "invited";
  if (expected !== null && read < expected) return "late";
  return begun ? "on_time" : "to_begin";
}

function matches({ user, state }: Member & { state: EvaluatorState }, query: Query): boolean {
  const text = fold(`${user.firstName} ${user.lastName} ${user.email}`);
  const words = fold(query.search ?? "").split(/\s+/u);
  return (!query.state || state === query.state) && words.every((word) => text.includes(word));
}
