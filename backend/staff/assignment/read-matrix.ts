import { asc, inArray, or, type SQL, sql } from "drizzle-orm";
import type { FixedKind } from "@/contract/evaluation/reading-kinds";
import { type Language, languageOf } from "@/contract/languages";
import type {
  MatrixCell,
  MatrixEvaluator,
  MatrixProject,
  ReadingState,
} from "@/contract/staff/matrix";
import { type Executor, readTogether } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { assignedReadings, fixedReadings } from "../../db/schema/assignment";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { findProposal } from "../../evaluations/assignment/propose";
import { settled } from "../../evaluations/assignment/shape";
import { readWorld } from "../../evaluations/assignment/world";
import { conflictsIn, isNotAmong, rowsOf } from "../../evaluations/conflicts-of-interest";
import {
  closedIn,
  confirmedJuryOf,
  fixedIn,
  givenIn,
  plannedIn,
  readIn,
} from "../../evaluations/round";
import {
  agreedCapacities,
  BEGUN,
  findAssignment,
  owedReadings,
  readingsWanted,
} from "../../evaluations/scope";
import { readTerms, statedConflicts } from "../../evaluations/terms";
import { fail } from "../../http/failure";

/*
 * Reads the matrix of evaluators and projects. Reads only whether scores exist, never their values (rule staff.blind).
 */

export type MatrixFilter = {
  search?: string | undefined;
  sector?: string | undefined;
  evaluator?: string | undefined;
  /** Filter for a single project by its id. */
  project?: string | undefined;
  show?: "few" | "conflicts" | undefined;
  /** Filter for projects that at least one of the given people reads, including people who left the jury. */
  readers?: readonly string[];
};

const WHOLE = sql`num_nonnulls(${evaluations.impact}, ${evaluations.utility}, ${evaluations.feasibility},
  ${evaluations.scalability}, ${evaluations.innovation}) = 5`;

type Counts = { id: string; given: number; done: number; begun: number; recused: number };
type Page = {
  /** Each evaluator's numbers of assigned, read, begun and recused projects. Null if not requested. */
  counts: Counts[] | null;
  total: number;
  found: number;
  few: number;
  page: (Omit<MatrixProject, "language"> & { language: string })[] | null;
};

/**
 * Returns the evaluators and their conflicts of interest, which all queries of the assignment matrix need. Includes
 * active evaluators, and evaluators who closed their evaluation before they left.
 *
 * @param proposal the id of a proposed reading plan, whose assignments replace the current plan's assignments
 */
export async function readSides(db: Executor, round: RoundKey, proposal?: string) {
  const isActive = confirmedJuryOf(round);
  const shown = or(isActive, inArray(users.id, closers(db, round)));
  const [current, members, closings, terms, ties] = await readTogether(db, [
    () => findAssignment(db, round),
    () =>
      db
        .select({
          id: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          email: users.email,
          isActive: sql<boolean>`${isActive}`,
        })
        .from(users)
        .where(shown)
        .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id)),
    () => closers(db, round),
    () => readTerms(db, round.editionId),
    () => conflictsIn(db, round, shown ?? isActive),
  ]);
  const closed = new Set(closings.map(({ id }) => id));
  const capacities = await agreedCapacities(db, round);
  const evaluators = members.map(({ id, firstName, lastName, email, isActive }) => {
    const { languages = [], sectors = [] } = terms.get(id) ?? {};
    const capacity = capacities.get(id) ?? null;
    const name = `${firstName} ${lastName}`.trim() || email;
    return { id, name, languages, sectors, capacity, closed: closed.has(id), left: !isActive };
  });
  const ids = new Set(members.map(({ id }) => id));
  const stated = statedConflicts(new Map([...terms].filter(([id]) => ids.has(id))));
  const proposed = proposal === undefined ? null : await findProposed(db, round, proposal);
  const plan = proposed ?? current;
  const wanted = plan?.readings ?? (await readingsWanted(db, round));
  const planned = proposed ? sql`(select * from ${rowsOf(proposed.pairs)})` : plannedRows(round);
  return { plan, wanted, evaluators, ties, stated, planned };
}
export type Sides = Awaited<ReturnType<typeof readSides>>;

const closers = (db: Executor, round: RoundKey) =>
  db.select({ id: evaluationRecords.evaluatorId }).from(evaluationRecords).where(closedIn(round));

/** SQL query for the reading plan's pairs of evaluator and project. */
const plannedRows = (round: RoundKey) =>
  sql`(select evaluator_id, project_id from ${assignedReadings} where ${plannedIn(round)})`;

/**
 * Returns the assignments that a proposed reading plan would give with the current evaluators and projects. Fails if
 * `id` is not the round's finished proposal.
 */
async function findProposed(db: Executor, round: RoundKey, id: string) {
  const found = await findProposal(db, round);
  if (!found?.readers || found.id !== id) return fail("not_found");
  const readers = settled(found.readers, await readWorld(db, round));
  const pairs = Object.entries(readers).flatMap(([project, own]) =>
    own.map((evaluator) => ({ evaluator, project })),
  );
  return { readings: found.readings, pairs };
}

/** Returns the ids of the evaluators who are still on the jury, as an SQL parameter. */
const activeIds = (evaluators: Sides["evaluators"]) =>
  sql.param(evaluators.flatMap(({ id, left }) => (left ? [] : [id])));

/**
 * SQL common table expressions for the round's projects (`in_round`), for pairs of evaluator and project with their state
 * (`own`), and for the numbers of pairs by project and by evaluator (`totals`). `own` contains assigned pairs and pairs
 * that an evaluator began outside the plan. `totals` omits pairs with a conflict of interest that a rule detects, and
 * unfinished pairs of evaluators who left.
 */
function ownReadings(round: RoundKey, { evaluators, ties, planned }: Sides): SQL {
  const ids = sql.param(evaluators.map(({ id }) => id));
  const active = activeIds(evaluators);
  // `grouping sets` reads the pairs once for both kinds of numbers.
  return sql`
    in_round as materialized (
      select ${submissions.projectId} as id, ${submissions.nome} as name, ${submissions.nomeKey} as name_key,
        ${submissions.number} as number, ${submissions.industry} as sector
      from ${submissions} where ${readIn(round)}
    ), own as (
      select evaluator, project, coalesce(recused, false) as recused, coalesce(done, false) as done,
        coalesce(begun, false) as begun
      from ${planned} as plan(evaluator, project) full join (
        select ${evaluations.evaluatorId} as evaluator, ${evaluations.projectId} as project,
          ${evaluations.recusedAt} is not null as recused,
          ${evaluations.recusedAt} is null and ${WHOLE} as done,
          ${evaluations.recusedAt} is null and not ${WHOLE} as begun
        from ${evaluations} where ${givenIn(round)} and ${BEGUN}
      ) as read using (evaluator, project)
    ), totals as materialized (
      select project, evaluator, (count(*) filter (where not recused))::int as given,
        (count(*) filter (where done))::int as done, (count(*) filter (where begun))::int as begun,
        (count(*) filter (where recused))::int as recused,
        (count(*) filter (where recused and evaluator = any(${active}::uuid[])))::int as recused_now,
        (count(*) filter (where done and evaluator <> all(${active}::uuid[])))::int as kept
      from own
      join in_round on in_round.id = own.project
      where own.evaluator = any(${ids}::uuid[])
        and (own.done or own.recused or own.evaluator = any(${active}::uuid[]))
        and ${isNotAmong(ties, sql`own.evaluator`, sql`own.project`)}
      group by grouping sets ((project), (evaluator))
    )`;
}

/**
 * Returns one page of the projects that match a filter, sorted by name, each with the number of its evaluators. Also
 * returns each evaluator's numbers of projects, because the same query can calculate them.
 */
export async function readProjects(
  db: Executor,
  round: RoundKey,
  sides: Sides,
  { filter, from, size }: { filter: MatrixFilter; from: number; size: number },
): Promise<Page> {
  const { plan, ties, evaluators, wanted } = sides;
  const isFew = sql`given < ${wanted}`;
  const active = activeIds(evaluators);
  // Without a reading plan, a project is read by all active evaluators except those with a conflict of interest or a
  // recusal.
  const given = plan
    ? sql`coalesce(given, 0)`
    : sql`cardinality(${active}::uuid[]) - coalesce(excluded, 0) - coalesce(recused_now, 0) + coalesce(kept, 0)`;
  const words = (filter.search ?? "").split(/\s+/u).filter(Boolean);
  const inConflict = sql`id in (select project from ${rowsOf(ties)} as tie(evaluator, project))`;
  const conditions = [
    ...words.map(
      (word) => sql`name_key like '%' || search_key(${word.replaceAll(/[\\%_]/g, "\\$&")}) || '%'`,
    ),
    ...(filter.project ? [sql`id = ${filter.project}::uuid`] : []),
    ...(filter.sector ? [sql`sector = ${filter.sector}`] : []),
    ...(filter.show === "few" ? [isFew] : []),
    ...(filter.readers && plan
      ? [
          sql`id in (select project from own
          where not recused and evaluator = any(${sql.param(filter.readers)}::uuid[]))`,
        ]
      : []),
    ...(filter.show === "conflicts"
      ? [
          sql`(${inConflict} or id = any(${sql.param(await statedProjects(db, round, sides))}::uuid[]))`,
        ]
      : []),
    // Without a reading plan, every evaluator reads all projects, so the filter by evaluator has no effect.
    ...(filter.evaluator && plan
      ? [
          sql`id in (select project from own where evaluator = ${filter.evaluator}
          union select project from ${rowsOf(ties)} as tie(evaluator, project)
          where tie.evaluator = ${filter.evaluator})`,
        ]
      : []),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows } = await db.execute<Page>(sql`
    with ${ownReadings(round, sides)}, by_evaluator as (
      select evaluator as id, given, done, begun, recused from totals where evaluator is not null
    ), sent as materialized (
      select in_round.*, ${given} as given, coalesce(done, 0) as done
      from in_round left join totals on totals.project = in_round.id
      left join (select project, count(*)::int as excluded from ${rowsOf(ties)} as tie(evaluator, project)
        where evaluator = any(${active}::uuid[]) group by project) as tied on tied.project = in_round.id
    ), matching as materialized (select * from sent ${where}), page as (
      select matching.*, ${users.language} as language from (
        select * from matching order by name_key, id offset ${from} limit ${size}
      ) as matching
      join ${projects} on ${projects.id} = matching.id join ${users} on ${users.id} = ${projects.userId}
      order by name_key, matching.id
    )
    select (select json_agg(by_evaluator) from by_evaluator) as counts,
      (select count(*)::int from sent) as total, (select count(*)::int from matching) as found,
      (select count(*)::int from sent where ${isFew}) as few,
      (select json_agg(json_build_object('id', id, 'name', name, 'number', number, 'sector', sector, 'language', language,
        'given', given, 'done', done)) from page) as page`);
  return rows[0] ?? { counts: null, total: 0, found: 0, few: 0, page: null };
}

/**
 * Returns the planned readings whose evaluator stated a conflict of interest with the project and is not recused.
 */
export async function statedReadings(
  db: Executor,
  round: RoundKey,
  { stated, planned }: Pick<Sides, "stated" | "planned">,
) {
  const { rows } = await db.execute<{ project: string; evaluator: string; name: string }>(sql`
    select plan.project, plan.evaluator, ${submissions.nome} as name
    from ${planned} as plan(evaluator, project)
    join ${submissions} on ${submissions.projectId} = plan.project and ${readIn(round)}
    where plan.evaluator in (select user_id from invitations
        where edition_id = ${round.editionId} and cardinality(conflicts) > 0)
      and not exists (select 1 from ${evaluations} where ${evaluations.projectId} = plan.project
        and ${evaluations.evaluatorId} = plan.evaluator and ${givenIn(round)} and ${evaluations.recusedAt} is not null)`);
  const among = new Map<string, string[]>();
  return rows.filter(({ project, evaluator, name }) => {
    const found = among.get(project) ?? stated(name);
    among.set(project, found);
    return found.includes(evaluator);
  });
}

async function statedProjects(db: Executor, round: RoundKey, sides: Sides): Promise<string[]> {
  const rows = await statedReadings(db, round, sides);
  return [...new Set(rows.map(({ project }) => project))];
}

/**
 * Returns the pairs of evaluator and project that have an assignment, scores, a conflict of interest, or a manual
 * decision of staff.
 */
export async function readCells(
  db: Executor,
  round: RoundKey,
  { evaluators, ties, stated, planned }: Sides,
  shown: readonly { id: string; name: string }[],
): Promise<MatrixCell[]> {
  const ids = sql.param(shown.map(({ id }) => id));
  const people = sql.param(evaluators.map(({ id }) => id));
  const { rows } = await db.execute<{
    evaluator: string;
    project: string;
    state: ReadingState;
    fixed: FixedKind | null;
  }>(sql`
    select evaluator, project, fixed.kind as fixed,
      case when read.state is not null then read.state when plan.given then 'assigned' else 'none' end as state
    from (
      select evaluator, project, true as given from ${planned} as all_planned(evaluator, project)
      where project = any(${ids}::uuid[]) and evaluator = any(${people}::uuid[])
    ) as plan full join (
      select ${evaluations.evaluatorId} as evaluator, ${evaluations.projectId} as project,
        case when ${evaluations.recusedAt} is not null then 'recused' when ${WHOLE} then 'done' else 'begun' end as state
      from ${evaluations} where ${evaluations.projectId} = any(${ids}::uuid[]) and ${givenIn(round)} and ${BEGUN}
        and ${evaluations.evaluatorId} = any(${people}::uuid[])
    ) as read using (evaluator, project) full join (
      select evaluator_id as evaluator, project_id as project, kind from ${fixedReadings}
      where project_id = any(${ids}::uuid[]) and evaluator_id = any(${people}::uuid[]) and ${fixedIn(round)}
    ) as fixed using (evaluator, project)`);
  const cells = new Map<string, MatrixCell>();
  const known = new Map(evaluators.map(({ id, left }) => [id, left]));
  const of = (evaluator: string, project: string): MatrixCell => {
    const key = `${evaluator} ${project}`;
    const cell = cells.get(key) ?? {
      ...{ evaluator, project, state: "none", conflict: null, fixed: null },
    };
    cells.set(key, cell as MatrixCell);
    return cell as MatrixCell;
  };
  for (const { evaluator, project, state, fixed } of rows) {
    // If an evaluator left the jury without scoring an assigned project, the assignment no longer counts.
    if (known.get(evaluator) && state === "assigned") continue;
    Object.assign(of(evaluator, project), { state, fixed });
  }
  for (const { id, name } of shown) {
    for (const evaluator of stated(name)) of(evaluator, id).conflict = "stated";
  }
  const there = new Set(shown.map(({ id }) => id));
  for (const { evaluator, project } of ties) {
    if (there.has(project))
      Object.assign(of(evaluator, project), { conflict: "rule", state: "none" });
  }
  // Return the pairs in the order of the matrix, because the database returns them in no fixed order.
  return shown.flatMap((project) =>
    evaluators.flatMap((evaluator) => cells.get(`${evaluator.id} ${project.id}`) ?? []),
  );
}

type WithoutCounts = Omit<MatrixEvaluator, "given" | "done" | "begun" | "recused">;

/**
 * Adds to each evaluator the numbers of assigned, read, begun and recused projects. Without a reading plan, the number
 * of assigned projects is the number that the evaluator must read.
 */
export function withCounts(
  { plan, evaluators, ties }: Sides,
  counts: readonly Counts[] | null,
  total: number,
): MatrixEvaluator[] {
  const own = new Map(counts?.map((one) => [one.id, one]));
  const excluded = Map.groupBy(ties, ({ evaluator }) => evaluator);
  return evaluators.map((evaluator: WithoutCounts) => {
    const { given = 0, done = 0, begun = 0, recused = 0 } = own.get(evaluator.id) ?? {};
    const out = (excluded.get(evaluator.id)?.length ?? 0) + recused;
    const owed = owedReadings({ total, recused: out }, evaluator.capacity);
    return { ...evaluator, given: plan || evaluator.left ? given : owed, done, begun, recused };
  });
}

/** Converts the projects of a page to the contract's format. */
export function toProjects(page: NonNullable<Page["page"]>): MatrixProject[] {
  return page.map(({ language, ...project }) => ({
    ...project,
    language: languageOf(language as Language),
  }));
}

/**
 * Counts the projects that lose an assigned evaluator because people leave the jury. Also counts how many of these
 * projects then have too few evaluators. Without a reading plan, the second number counts all projects with too few
 * evaluators.
 */
export async function countLostReadings(db: Executor, round: RoundKey, left: readonly string[]) {
  const sides = await readSides(db, round);
  const among = async (filter: MatrixFilter) =>
    (await readProjects(db, round, sides, { filter, from: 0, size: 1 })).found;
  return {
    lost: sides.plan ? await among({ readers: left }) : 0,
    few: await among({ readers: left, show: "few" }),
  };
}

/**
 * Counts the assigned pairs of evaluator and project with a stated conflict of interest. The matrix filter for these
 * conflicts uses the same condition.
 */
export async function countStatedConflicts(db: Executor, round: RoundKey): Promise<number> {
  if (!(await findAssignment(db, round))) return 0;
  const stated = statedConflicts(await readTerms(db, round.editionId));
  return (await statedReadings(db, round, { stated, planned: plannedRows(round) })).length;
}
