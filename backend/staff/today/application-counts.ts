import { count, eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import type { Edition } from "../../editions/edition";
import { mayBeReminded } from "../../project/reminders/reminders";
import { deadlineOf, isDue, stateOf } from "../applications/application-filter";

export type Standing = Awaited<ReturnType<typeof standingOf>>;

/**
 * Counts the applications of an edition in one query, grouped by state, deadline, nearness of the deadline, and whether
 * they can get reminders. The groups use the same SQL conditions as the lists of applications.
 */
export function standingOf(db: Executor, edition: Edition, now: Date) {
  return db
    .select({
      state: stateOf,
      deadline: deadlineOf(edition.closesAt).mapWith(projects.createdAt),
      soon: isDue("soon", edition.closesAt, now) as SQL<boolean>,
      reminded: sql<boolean>`${mayBeReminded(edition)}`,
      number: count(),
    })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(eq(projects.editionId, edition.id))
    .groupBy(sql`1`, sql`2`, sql`3`, sql`4`);
}

/** Returns the number of applications in all groups for which `is` returns true. */
export const countOf = (standing: Standing, is: (one: Standing[number]) => boolean): number =>
  standing.filter(is).reduce((sum, { number }) => sum + number, 0);
