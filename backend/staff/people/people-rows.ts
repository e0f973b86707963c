import { type SQL, sql } from "drizzle-orm";
import { DAY } from "@/contract/durations";
import type { PersonRow } from "@/contract/staff/people";
import type { Executor } from "../../db/connect";
import { sessions, users } from "../../db/schema/accounts";
import { firstDue } from "../../users/data-requests";
import { type Ground, stateOf } from "./people-filter";

/**
 * Column of the registration time, by which the list is ordered. Page cursors need the column's millisecond precision.
 */
export const registeredAt = users.createdAt;

export function selectPeople(db: Executor, where: SQL | undefined) {
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      language: users.language,
      roles: users.roles,
      state: stateOf,
      createdAt: users.createdAt,
      deactivatedAt: users.deactivatedAt,
      // Write out the table name, because Drizzle omits it in a query on one table. Inside a subquery, a column name
      // without a table would refer to the subquery's table.
      applications: sql<number>`(select count(*)::int from projects as own where own.user_id = users.id)`,
      seenAt: sql<Date | null>`(select max(own.last_used_at) from sessions as own
        where own.user_id = users.id)`.mapWith(sessions.lastUsedAt),
      requestDueOn: firstDue(db),
    })
    .from(users)
    .where(where)
    .$dynamic();
}

/** Converts a person's database row to the contract's format. */
export function toRow(
  row: Awaited<ReturnType<typeof selectPeople>>[number],
  { config }: Pick<Ground, "config">,
): PersonRow {
  const { deactivatedAt } = row;
  const erasesAt =
    deactivatedAt && new Date(deactivatedAt.getTime() + config.ERASE_AFTER_DAYS * DAY);
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}`.trim(),
    email: row.email,
    language: row.language,
    state: row.state,
    roles: row.roles as PersonRow["roles"],
    applications: row.applications,
    registered_at: row.createdAt.toISOString(),
    seen_at: row.seenAt?.toISOString() ?? null,
    erases_at: erasesAt?.toISOString() ?? null,
    request_due_on: row.requestDueOn,
  };
}
