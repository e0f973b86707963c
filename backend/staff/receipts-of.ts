import { asc, desc, inArray } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { projects, submissions } from "../db/schema/applications";

/**
 * Returns the receipt number of each application's last submission, by application id. Omits applications that were
 * never sent. Exported tables contain the receipt number, so that these tables can be joined.
 */
export async function receiptsOf(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .selectDistinctOn([submissions.projectId], {
      id: submissions.projectId,
      number: submissions.number,
    })
    .from(submissions)
    .where(inArray(submissions.projectId, [...new Set(ids)]))
    .orderBy(submissions.projectId, desc(submissions.sentAt));
  return new Map(found.map(({ id, number }) => [id, number]));
}

/**
 * Returns a function that gives the receipt numbers of a person's applications, oldest application first. Reads the
 * numbers of all given people at once.
 */
export async function receiptsOfPeople(db: Executor, people: readonly string[]) {
  const own = await db
    .select({ id: projects.id, userId: projects.userId })
    .from(projects)
    .where(inArray(projects.userId, [...people]))
    .orderBy(asc(projects.createdAt), asc(projects.id));
  const receipts = await receiptsOf(
    db,
    own.map(({ id }) => id),
  );
  const ofPerson = Map.groupBy(own, ({ userId }) => userId);
  return (person: string) =>
    (ofPerson.get(person) ?? []).flatMap(({ id }) => receipts.get(id) ?? []);
}
