import { type SQL, sql } from "drizzle-orm";
import { furthestOrder } from "@/contract/evaluation/funnel";
import { PROJECT_FIELDS, REQUIRED_FIELDS, ruleOf } from "@/contract/project/project-fields";
import { APPLICATION_STATES } from "@/contract/staff/application-states";
import {
  type AnswerFilter,
  APPLICATION_PROBLEMS,
  type ApplicationSort,
  type SortColumn,
} from "@/contract/staff/applications";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { files, projects, submissions } from "../../db/schema/applications";
import type { Edition } from "../../editions/edition";
import { findShownRound } from "../../editions/rounds";
import { readableStages } from "../../evaluations/close/ranking-access";
import { visibleReadings } from "../../evaluations/reading-progress";
import { fail } from "../../http/failure";
import {
  answerOf,
  deadlineOf,
  hasExtension,
  inTrouble,
  isEarlier,
  stateOf,
  visibleDecisions,
} from "./application-filter";
import { savedAt } from "./application-rows";

/** Types of the values by which lists are sorted. A page cursor contains such a value as text. */
const TYPES = {
  text: { cast: sql`text`, isValue: () => true },
  int: { cast: sql`int`, isValue: (value: string) => /^-?\d{1,9}$/.test(value) },
  timestamptz: {
    cast: sql`timestamptz`,
    isValue: (value: string) =>
      value === "-infinity" ||
      (/^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))),
  },
} as const;

/**
 * SQL expression over `projects` joined with `users` by which a list is sorted, never null. `join` adds the tables that
 * the expression needs.
 */
type Key = { type: keyof typeof TYPES; value: SQL; join?: SQL };

/**
 * Sort value of an application without an answer, larger than the position of any answer option. In ascending order,
 * these applications come last.
 */
const LAST = 1_000;
const positionIn = (values: readonly string[], value: SQL) =>
  sql`coalesce(array_position(${sql.param([...values])}::text[], ${value}), ${LAST})`;

/** SQL join of the current submission, which a draft does not have. */
const submissionJoin = sql`left join ${submissions}
  on ${submissions.projectId} = ${projects.id} and ${submissions.current}`;

/**
 * Returns the SQL expression to sort by an answer: the position of the chosen option, or a year. Applications without
 * an answer come last.
 */
function answerKey(name: AnswerFilter): Key {
  const rule = ruleOf(name);
  const value = answerOf(name);
  const join = submissionJoin;
  return rule.kind === "choice"
    ? { type: "int", value: positionIn(rule.options, value), join }
    : { type: "text", value: sql`coalesce(nullif(${value}, ''), '9999')`, join };
}

const isFile = (name: keyof typeof PROJECT_FIELDS) => PROJECT_FIELDS[name].kind === "file";
const REQUIRED_ANSWERS = REQUIRED_FIELDS.filter((name) => !isFile(name));
const REQUIRED_FILES = REQUIRED_FIELDS.filter(isFile);

/** SQL expression for the number of filled required fields, to sort by progress. */
const filledCount = sql`(select count(*) from unnest(${projects.filled}) as answer
    where answer = any(${sql.param(REQUIRED_ANSWERS)}::text[]))::int
  + coalesce(attached.number, 0)`;
const attachedJoin = sql`left join (select ${files.projectId} as project_id, count(*)::int as number from ${files}
  where ${files.detachedAt} is null and ${files.field} = any(${sql.param(REQUIRED_FILES)}::text[])
  group by 1) as attached on attached.project_id = ${projects.id}`;

/**
 * Returns the SQL expression to sort by a column of the list. Counts and outcomes that staff cannot see yet have no
 * effect on the order (rule staff.blind).
 */
async function keyOf(db: Executor, column: SortColumn, edition: Edition, now: Date): Promise<Key> {
  const text = (value: SQL): Key => ({ type: "text", value: sql`search_key(${value})` });
  switch (column) {
    case "name":
      return { type: "text", value: sql`${projects.nomeKey}` };
    case "person":
      return { type: "text", value: sql`${users.nameOrder}` };
    case "email":
      return text(sql`${users.email}`);
    case "phone":
      return {
        type: "text",
        value: sql`coalesce(${submissions.project} ->> 'referente_telefono', '')`,
        join: submissionJoin,
      };
    case "language":
      return text(sql`${users.language}`);
    case "number":
      return text(sql`coalesce((select max(${submissions.number}) from ${submissions}
        where ${submissions.projectId} = ${projects.id}), '')`);
    case "state":
      return { type: "int", value: positionIn(APPLICATION_STATES, stateOf) };
    case "progress":
      return { type: "int", value: filledCount, join: attachedJoin };
    case "saved":
      return { type: "timestamptz", value: savedAt };
    case "sent":
      return { type: "timestamptz", value: sql`coalesce(${projects.sentAt}, '-infinity')` };
    case "deadline":
      // An extension that ends before the general deadline has no effect, so sorting ignores it.
      return {
        type: "timestamptz",
        value: sql`case when ${hasExtension(edition.closesAt)} then ${deadlineOf(edition.closesAt)}
          else ${edition.closesAt.toISOString()}::timestamptz end`,
      };
    case "signals": {
      const troubles = inTrouble(now);
      const values = APPLICATION_PROBLEMS.map((name) => sql`(${troubles[name]})::int`);
      return { type: "int", value: sql`(${sql.join(values, sql` + `)})` };
    }
    case "readings": {
      const counts = await visibleReadings(db, await findShownRound(db, edition, undefined, now));
      // `-1` is written as an expression, because PostgreSQL interprets a bare number in `order by` as a column's
      // position.
      if (!counts) return { type: "int", value: sql`(0 - 1)` };
      return {
        type: "int",
        value: sql`coalesce(reading.number, -1)`,
        join: sql`left join (${counts}) as reading on reading.project_id = ${projects.id}`,
      };
    }
    case "reached": {
      const readable = await readableStages(db, edition);
      // Sorts by the furthest stage that the project has reached. Projects without a decision come before projects that
      // were not selected.
      return {
        type: "int",
        value: sql`coalesce(furthest.place, -1)`,
        join: sql`left join (select project_id, max(case outcome when 'selected'
            then array_position(${sql.param(furthestOrder())}::text[], stage) else 0 end) as place
          from (${visibleDecisions(edition.id, readable)}) as decision group by 1) as furthest
          on furthest.project_id = ${projects.id}`,
      };
    }
    case "earlier":
      return { type: "int", value: sql`${isEarlier(edition.year)}::int` };
    case "owner":
      return text(sql`coalesce((select owner.name_order from ${users} as owner
        where owner.id = ${projects.ownerId}), '')`);
    default:
      return answerKey(column);
  }
}

/** Returns the SQL expressions and the direction that sort a list. Applications with equal values are ordered by id. */
export async function orderOf(db: Executor, sort: ApplicationSort, edition: Edition, now: Date) {
  const isDescending = sort.startsWith("-");
  const column = (isDescending ? sort.slice(1) : sort) as SortColumn;
  const { type, value, join = sql`` } = await keyOf(db, column, edition, now);
  const direction = isDescending ? sql`desc` : sql`asc`;
  return {
    type,
    value,
    join,
    isDescending,
    sorted: sql`${value} ${direction}, ${projects.id} ${direction}`,
  };
}
export type Order = Awaited<ReturnType<typeof orderOf>>;

type Paging = { after?: string | undefined; before?: string | undefined; per_page: number };

/**
 * Returns the SQL condition over `value` and `id` for the applications after or before a page cursor. Fails if the
 * cursor's value does not have the type of the sort column.
 */
function beyondCursor({ after, before }: Paging, { type, isDescending }: Order): SQL {
  const cursor = after ?? before;
  if (cursor === undefined) return sql`true`;
  const at = cursor.lastIndexOf("_");
  const key = Buffer.from(cursor.slice(0, at), "base64url").toString();
  const name = after === undefined ? "before" : "after";
  if (!TYPES[type].isValue(key) || key.includes("\0")) {
    return fail("invalid_fields", { fields: { [name]: "invalid_choice" } });
  }
  const place = sql`(${key}::${TYPES[type].cast}, ${cursor.slice(at + 1)}::uuid)`;
  return (after !== undefined) === isDescending
    ? sql`(value, id) < ${place}`
    : sql`(value, id) > ${place}`;
}

/**
 * Returns the ids of one page of matching applications, the cursors of the next and previous page, and the total. Uses
 * one query, so that PostgreSQL tests the condition only once for each application.
 */
export async function pageIds(db: Executor, where: SQL | undefined, order: Order, paging: Paging) {
  const back = paging.before !== undefined;
  const key =
    order.type === "timestamptz"
      ? sql`case when value = '-infinity' then '-infinity'
          else to_char(value at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`
      : sql`value::text`;
  const direction = back === order.isDescending ? sql`asc` : sql`desc`;
  const { rows: answer } = await db.execute<{
    total: number;
    found: { id: string; key: string }[] | null;
  }>(sql`
    with matching as materialized (
      select ${projects.id} as id, ${order.value} as value
      from ${projects} inner join ${users} on ${users.id} = ${projects.userId} ${order.join}
      where ${where ?? sql`true`}
    ), page as (
      select id, value from matching where ${beyondCursor(paging, order)}
      order by value ${direction}, id ${direction} limit ${paging.per_page + 1}
    )
    select (select count(*)::int from matching) as total,
      (select json_agg(json_build_object('id', id, 'key', ${key}) order by value ${direction}, id ${direction})
        from page) as found`);
  const found = answer[0]?.found ?? [];
  const rows = found.slice(0, paging.per_page);
  const more = found.length > rows.length;
  if (back) rows.reverse();
  const cursorOf = (row: (typeof rows)[number] | undefined) =>
    row ? `${Buffer.from(row.key).toString("base64url")}_${row.id}` : null;
  return {
    total: answer[0]?.total ?? 0,
    ids: rows.map(({ id }) => id),
    next: back || more ? cursorOf(rows.at(-1)) : null,
    previous: (back ? more : paging.after !== undefined) ? cursorOf(rows[0]) : null,
  };
}

/** Returns the ids of all applications that match a condition, in the list's order. */
export async function sortedIds(
  db: Executor,
  where: SQL | undefined,
  order: Order,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${projects.id} as id from ${projects}
    inner join ${users} on ${users.id} = ${projects.userId} ${order.join}
    where ${where ?? sql`true`} order by ${order.sorted}`);
  return rows.map(({ id }) => id);
}
