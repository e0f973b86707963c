import { eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { CONFLICTS } from "@/contract/evaluation/evaluation-schemas";
import type { Language } from "@/contract/languages";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { editions, projectPeople, projects, submissions } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";
import { rounds } from "../db/schema/rounds";
import { messagesIn } from "../documents/messages";
import type { RoundKey } from "../editions/rounds";
import { normalisePhone } from "../project/team-rule";
import { readIn } from "./round";

/*
 * Conflicts of interest: the rule that decides which projects count as an evaluator's own, and recuses the evaluator
 * from them. Only this module applies the rule. Hints of a possible conflict, which the evaluator judges, are in
 * possible-conflicts.ts.
 */

export type ConflictOfInterest = (typeof CONFLICTS)[number];
/** Projects from which the conflict-of-interest rule recuses an evaluator, with the reason for each. */
export type ConflictsOfInterest = ReadonlyMap<string, ConflictOfInterest>;

/** Data that identifies an evaluator or an invited evaluator. The id is null without an account. */
export type EvaluatorIdentity = {
  id: string | null;
  email: string;
  firstName: string;
  lastName: string;
};

export type Found = {
  judge: EvaluatorIdentity;
  project: string;
  nome: string;
  year: number;
  kind: ConflictOfInterest;
};

/**
 * SQL expression for the priority of a conflict. If several conflicts apply, the first in the contract's list
 * is reported.
 */
const placeOf = (conflict: ConflictOfInterest) => sql`${CONFLICTS.indexOf(conflict)}::int`;

/**
 * Returns the sentence that describes a conflict of interest. The evaluator's recusal has this sentence as its reason.
 */
export function conflictReason(conflict: ConflictOfInterest, language: Language): string {
  return messagesIn(language).conflicts[conflict];
}

/** Returns the projects of an edition from which the conflict-of-interest rule recuses one evaluator. */
export async function conflictsOfInterest(
  db: Executor,
  evaluator: EvaluatorIdentity,
  editionId: string,
): Promise<ConflictsOfInterest> {
  const found = await findConflicts(db, [evaluator], eq(editions.id, editionId));
  return new Map(found.map(({ project, kind }) => [project, kind]));
}

/**
 * Returns the conflicts of interest in an edition as pairs of evaluator and project, for the accounts that
 * match a condition.
 */
export async function conflictsAmong(
  db: Executor,
  editionId: string,
  accounts: SQL | undefined,
): Promise<Pair[]> {
  const evaluators = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(accounts);
  const found = await findConflicts(db, evaluators, eq(editions.id, editionId));
  return found.flatMap(({ judge: evaluator, project }) =>
    evaluator.id === null ? [] : { evaluator: evaluator.id, project },
  );
}

/** Returns the conflicts of interest of accounts with the projects of a round, as pairs of evaluator and project. */
export async function conflictsIn(
  db: Executor,
  round: RoundKey,
  accounts: SQL | undefined,
): Promise<Pair[]> {
  const pairs = await conflictsAmong(db, round.editionId, accounts);
  // A round without `reads` contains all submitted projects of the edition, so all conflicts of the edition concern the
  // round.
  if (round.reads === null || pairs.length === 0) return pairs;
  const rows = await db
    .select({ id: submissions.projectId })
    .from(submissions)
    .where(readIn(round));
  const read = new Set(rows.map(({ id }) => id));
  return pairs.filter(({ project }) => read.has(project));
}

type Pair = { evaluator: string; project: string };

/** Converts pairs of evaluator and project to the rows of a SQL query. */
export const rowsOf = (pairs: readonly Pair[]) =>
  sql`unnest(${listOf(pairs, "evaluator")}::uuid[], ${listOf(pairs, "project")}::uuid[])`;

/**
 * SQL condition over `evaluations`: evaluator and project have no conflict of interest. Scores of evaluators for their
 * own projects are void.
 */
export const notAmong = (pairs: readonly Pair[]) =>
  isNotAmong(pairs, sql`${evaluations.evaluatorId}`, sql`${evaluations.projectId}`);

/** SQL condition: the pair of an evaluator column and a project column is not among the given pairs. */
export function isNotAmong(pairs: readonly Pair[], evaluator: SQL, project: SQL): SQL {
  if (pairs.length === 0) return sql`true`;
  // The condition compares the evaluator first, because few evaluators have a conflict. Comparing all pairs takes three
  // times as long.
  const evaluators = sql.param([...new Set(pairs.map((pair) => pair.evaluator))]);
  return sql`(${evaluator} <> all(${evaluators}::uuid[])
    or (${evaluator}, ${project}) not in (select * from ${rowsOf(pairs)}))`;
}

/**
 * Returns the projects from which the conflict-of-interest rule would recuse a person, in editions whose evaluation
 * period has not ended.
 */
export function conflictsAhead(
  db: Executor,
  evaluator: EvaluatorIdentity,
  now: Date,
): Promise<Found[]> {
  const end = sql`greatest(coalesce(${editions.evaluationClosesAt}, ${editions.awardedAt}),
    (select max(${rounds.closesAt}) from ${rounds} where ${rounds.editionId} = ${editions.id}))`;
  return findConflicts(db, [evaluator], or(isNull(end), gt(end, sql`${now.toISOString()}`)));
}

/**
 * Finds the conflicts of interest of all evaluators in one query. Uses indexes on the owner of an application, on the
 * names and addresses in each submission (`people_keys`), and on its phone numbers.
 */
async function findConflicts(
  db: Executor,
  evaluators: readonly EvaluatorIdentity[],
  inEditions: SQL | undefined,
): Promise<Found[]> {
  if (evaluators.length === 0) return [];
  const signs = await readSigns(db, evaluators);
  const keys = signs.flatMap(({ email, name }) => [email, name]).filter(Boolean);
  const wanted = sql.param([...new Set(keys)]);
  const phones = signs.flatMap(({ n, phones }) =>
    [...new Set(phones.map(normalisePhone))].map((phone) => ({ n, phone })),
  );
  const { rows } = await db.execute<Omit<Found, "judge" | "kind"> & { n: number; place: number }>(
    sql`
    with judge as (
      select * from unnest(
        ${listOf(signs, "n")}::int[], ${listOf(signs, "id")}::uuid[],
        ${listOf(signs, "email")}::text[], ${listOf(signs, "name")}::text[]
      ) as judge(n, id, email, name)
    ), phone as (
      select * from unnest(
        ${listOf(phones, "n")}::int[], ${listOf(phones, "phone")}::text[]
      ) as phone(n, phone)
    ), edition as (
      select ${editions.id} as id, ${editions.year} as year from ${editions} where ${inEditions}
    ), named as (
      -- Look up each key by the index. Without "offset 0", the planner would merge this subquery and compare every key with
      -- every project.
      select wanted.key, sent.project, sent.nome, edition.year
      from unnest(${wanted}::text[]) as wanted(key) cross join edition
      cross join lateral (
        select ${submissions.projectId} as project, ${submissions.nome} as nome from ${submissions}
        where ${submissions.editionId} = edition.id and ${submissions.current}
          and ${submissions.peopleKeys} @> array[wanted.key] offset 0
      ) as sent
    ), tie as (
      select judge.n, ${submissions.projectId} as project, ${submissions.nome} as nome,
        edition.year, ${placeOf("own_project")} as place
      from judge cross join edition
      join ${projects} on ${projects.editionId} = edition.id and ${projects.userId} = judge.id
      join ${submissions} on ${submissions.projectId} = ${projects.id} and ${submissions.current}
      union all
      select judge.n, project, nome, year, ${placeOf("contact_email")}
      from named join judge on judge.email = key
      union all
      select phone.n, ${submissions.projectId}, ${submissions.nome}, edition.year, ${placeOf("phone")}
      from phone cross join edition
      join ${projectPeople} on ${projectPeople.editionId} = edition.id
        and ${projectPeople.phone} = phone.phone
      join ${submissions} on ${submissions.projectId} = ${projectPeople.projectId}
        and ${submissions.current}
      union all
      select judge.n, project, nome, year, ${placeOf("name")}
      from named join judge on judge.name = key
    )
    select n, project, nome, year, min(place) as place from tie
    group by n, project, nome, year
    order by n, year desc, nome`,
  );
  return rows.flatMap(({ n, place, ...row }) => {
    const evaluator = evaluators[n - 1];
    const kind = CONFLICTS[place];
    return evaluator && kind ? { ...row, judge: evaluator, kind } : [];
  });
}

type Signs = { n: number; id: string | null; email: string; name: string; phones: string[] };

/**
 * Returns the data that identifies evaluators, normalised for comparison. An account has no phone number. So the phone
 * numbers come from the evaluator's own applications, but only from the people with the evaluator's name or email
 * address. A colleague's phone number is only a hint of a conflict.
 */
async function readSigns(db: Executor, evaluators: readonly EvaluatorIdentity[]): Promise<Signs[]> {
  const names = evaluators.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const { rows } = await db.execute<Signs>(sql`
    select judge.*, array(
      select people.phone
      from ${projects}
      left join ${submissions} on ${submissions.projectId} = ${projects.id}
        and ${submissions.current}
      cross join lateral (values (${projects.fields}), (${submissions.project})) as version(body)
      cross join lateral people_of(version.body) as people
      where ${projects.userId} = judge.id and people.phone <> ''
        and (name_key(people.name) = judge.name or lower(btrim(people.email)) = judge.email)
    ) as phones
    from (
      select n::int as n, id, lower(btrim(email)) as email, name_key(name) as name
      from unnest(
        ${listOf(evaluators, "id")}::uuid[], ${listOf(evaluators, "email")}::text[],
        ${sql.param(names)}::text[]
      ) with ordinality as given(id, email, name, n)
    ) as judge`);
  return rows;
}

function listOf<Row, Name extends keyof Row>(rows: readonly Row[], name: Name) {
  return sql.param(rows.map((row) => row[name]));
}
