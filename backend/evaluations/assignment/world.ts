import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { FixedKind } from "@/contract/evaluation/reading-kinds";
import { type Executor, readTogether } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects as applications, submissions } from "../../db/schema/applications";
import { fixedReadings } from "../../db/schema/assignment";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { conflictsAmong } from "../conflicts-of-interest";
import { STORED_STATES } from "../list/list-filters";
import { closedIn, confirmedJuryOf, fixedIn, givenIn, readIn } from "../round";
import { agreedCapacities, BEGUN, findAssignment, readingPlanRows } from "../scope";
import { readTerms, statedConflicts } from "../terms";
import type { Candidate, Evaluator } from "./problem";

export type World = {
  /** Whether a reading plan applies. Without a plan, evaluators evaluate all projects. */
  isPlanned: boolean;
  /** The evaluators of the round, in the order of their names. */
  judges: (Evaluator & { name: string })[];
  /**
   * The projects of the round. `stated` lists the evaluators who are excluded only because they stated a conflict of
   * interest.
   */
  projects: (Candidate & { name: string; stated: readonly string[] })[];
};

/**
 * Returns the current evaluators and projects of a round, with the data that decides which evaluator can get which
 * project.
 */
export async function readWorld(db: Executor, round: RoundKey): Promise<World> {
  const { editionId } = round;
  const [members, terms, capacities, closings, sent, ties, rows, planned, byHand, plan] =
    await readTogether(db, [
      () =>
        db
          .select({
            id: users.id,
            name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
          })
          .from(users)
          .where(confirmedJuryOf(round))
          .orderBy(users.lastName, users.firstName, users.id),
      () => readTerms(db, editionId),
      () => agreedCapacities(db, round),
      () =>
        db
          .select({ id: evaluationRecords.evaluatorId })
          .from(evaluationRecords)
          .where(closedIn(round)),
      () =>
        db
          .select({
            id: submissions.projectId,
            name: submissions.nome,
            sector: submissions.industry,
            language: users.language,
          })
          .from(submissions)
          .innerJoin(applications, eq(applications.id, submissions.projectId))
          .innerJoin(users, eq(users.id, applications.userId))
          .where(readIn(round)),
      () => conflictsAmong(db, editionId, confirmedJuryOf(round)),
      () => readBegun(db, round),
      () => readingPlanRows(db, round),
      () => db.select().from(fixedReadings).where(fixedIn(round)),
      () => findAssignment(db, round),
    ]);
  const closed = new Set(closings.map(({ id }) => id));
  const evaluators = members.map(({ id, name }) => {
    const { sectors = [], languages = [] } = terms.get(id) ?? {};
    const capacity = capacities.get(id) ?? null;
    return { id, name: name.trim(), capacity, sectors, languages, closed: closed.has(id) };
  });
  const out = listOf(ties);
  const begun = new Map<string, string[]>();
  for (const { project, recused, whole, partial } of rows) {
    for (const one of idsIn(recused)) put(out, project, one);
    // If an evaluator has closed the round's evaluation, incomplete scores of a project do not count, because the
    // evaluator can no longer complete them.
    const unfinished = idsIn(partial).filter((one) => !closed.has(one));
    begun.set(project, [...idsIn(whole), ...unfinished]);
  }
  const assigned = new Map(planned.map((one) => [one.project, idsIn(one.evaluators)]));
  const handOf = (which: FixedKind) =>
    listOf(
      byHand
        .filter(({ kind }) => kind === which)
        .map((one) => ({ project: one.projectId, evaluator: one.evaluatorId })),
    );
  const [given, barred] = [handOf("given"), handOf("barred")];
  const current = new Set(members.map(({ id }) => id).filter((id) => !closed.has(id)));
  const stated = statedConflicts(terms);
  const projects = sent.map(({ id, name, sector, language }) => {
    const never = [...(out.get(id) ?? []), ...(barred.get(id) ?? [])];
    // Staff can assign a project although the evaluator stated a conflict of interest, because the stated name can mean
    // another organisation.
    const fixed = (given.get(id) ?? []).filter((one) => current.has(one) && !never.includes(one));
    const theirs = stated(name).filter((one) => !fixed.includes(one));
    return {
      ...{ id, name, language, fixed, stated: theirs.filter((one) => !never.includes(one)) },
      sector: sector ?? "",
      out: [...new Set([...never, ...theirs])],
      // Scores of evaluators who are excluded from the project are void, such as scores for their own projects.
      begun: (begun.get(id) ?? []).filter((one) => !out.get(id)?.includes(one)),
      assigned: assigned.get(id) ?? [],
    };
  });
  return { isPlanned: plan !== null, judges: evaluators, projects };
}

/**
 * Selects three lists of evaluator ids per project: evaluators who recused themselves, who gave all scores, and who
 * gave some scores.
 */
function readBegun(db: Executor, round: RoundKey) {
  const evaluators = (which: SQL) =>
    sql<string | null>`string_agg(${evaluations.evaluatorId}::text, ' ') filter (where ${which})`;
  return db
    .select({
      project: evaluations.projectId,
      recused: evaluators(sql`${evaluations.recusedAt} is not null`),
      whole: evaluators(STORED_STATES.scored),
      partial: evaluators(STORED_STATES.partial),
    })
    .from(evaluations)
    .where(and(givenIn(round), BEGUN))
    .groupBy(evaluations.projectId);
}

const idsIn = (joined: string | null): string[] => joined?.split(" ") ?? [];

/**
 * Counts the projects of a round, its evaluators, and the evaluators who have closed their evaluation. Applies the same
 * conditions as `readWorld`.
 */
export async function countWorld(db: Executor, round: RoundKey) {
  const isClosed = sql`${users.id} in (
    select ${evaluationRecords.evaluatorId} from ${evaluationRecords} where ${closedIn(round)})`;
  const [jury] = await db
    .select({
      all: count(),
      closed: sql<number>`count(*) filter (where ${isClosed})`.mapWith(Number),
    })
    .from(users)
    .where(confirmedJuryOf(round));
  const projects = await db.$count(submissions, readIn(round));
  return { projects, evaluators: jury?.all ?? 0, closed: jury?.closed ?? 0 };
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
