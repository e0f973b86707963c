import { and, eq, isNull, sql } from "drizzle-orm";
import { fold } from "@/contract/text/normalize-text";
import type { Executor } from "../../db/connect";
import { IN_CONFIRMED_JURY, users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluationRecords, evaluations, invitations } from "../../db/schema/evaluations";
import { conflictsAmong } from "../conflicts-of-interest";
import { STORED_STATES } from "../list/list-filters";
import { BEGUN, readingPlanRows } from "../scope";
import type { Candidate, Evaluator } from "./problem";

export type World = {
  judges: Evaluator[];
  projects: (Candidate & { name: string })[];
};

/**
 * Returns the current evaluators and sent projects of an edition, with the data that decides who can read
 * what.
 */
export async function readWorld(db: Executor, editionId: string): Promise<World> {
  const members = await db.select({ id: users.id }).from(users).where(IN_CONFIRMED_JURY);
  const terms = await readTerms(db, editionId);
  const closings = await db
    .select({ id: evaluationRecords.evaluatorId })
    .from(evaluationRecords)
    .where(and(eq(evaluationRecords.editionId, editionId), isNull(evaluationRecords.reopenedAt)));
  const closed = new Set(closings.map(({ id }) => id));
  const evaluators = members.map(({ id }) => {
    const { capacity = null, sectors = [] } = terms.get(id) ?? {};
    return { id, capacity, sectors, closed: closed.has(id) };
  });
  const sent = await db
    .select({ id: submissions.projectId, name: submissions.nome, sector: submissions.industry })
    .from(submissions)
    .where(and(eq(submissions.editionId, editionId), submissions.current));
  const out = listOf(await conflictsAmong(db, editionId, IN_CONFIRMED_JURY));
  const begun = new Map<string, string[]>();
  for (const one of await readBegun(db, editionId)) {
    if (one.recused) put(out, one.project, one.evaluator);
    // After closing, an evaluator cannot complete an incomplete reading.
    else if (one.whole || !closed.has(one.evaluator)) put(begun, one.project, one.evaluator);
  }
  const assigned = listOf(await readingPlanRows(db, editionId));
  const tooClose = [...terms].flatMap(([id, { conflicts }]) =>
    conflicts.map((words) => ({ id, words: fold(words) })).filter(({ words }) => words.length > 2),
  );
  const projects = sent.map(({ id, name, sector }) => {
    const named = fold(name);
    const theirs = tooClose.filter(({ words }) => named.includes(words)).map((one) => one.id);
    const away = [...new Set([...(out.get(id) ?? []), ...theirs])];
    return {
      id,
      name,
      sector: sector ?? "",
      out: away,
      // Scores of evaluators for their own projects are void.
      begun: (begun.get(id) ?? []).filter((one) => !out.get(id)?.includes(one)),
      assigned: assigned.get(id) ?? [],
    };
  });
  return { judges: evaluators, projects };
}

type Terms = { capacity: number | null; sectors: string[]; conflicts: string[] };

/** Returns the agreed terms of each evaluator: capacity, sectors, and stated conflicts. */
async function readTerms(db: Executor, editionId: string): Promise<Map<string, Terms>> {
  const { userId, capacity, sectors, conflicts } = invitations;
  const rows = await db
    .select({ userId, capacity, sectors, conflicts })
    .from(invitations)
    .where(eq(invitations.editionId, editionId));
  return new Map(rows.map((row) => [row.userId, row]));
}

function readBegun(db: Executor, editionId: string) {
  return db
    .select({
      project: evaluations.projectId,
      evaluator: evaluations.evaluatorId,
      recused: sql<boolean>`${evaluations.recusedAt} is not null`,
      whole: sql<boolean>`${STORED_STATES.scored}`,
    })
    .from(evaluations)
    .where(and(eq(evaluations.editionId, editionId), BEGUN));
}

function listOf(rows: readonly { project: string; evaluator: string }[]): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const { project, evaluator } of rows) put(lists, project, evaluator);
  return lists;
}

function put(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
