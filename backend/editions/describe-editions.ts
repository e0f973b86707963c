import { count, countDistinct, desc, eq, gt, sql } from "drizzle-orm";
import { editionState, romeTime } from "@/contract/deadline";
import type { Database } from "../db/connect";
import { editionLog, editions, projects, submissions } from "../db/schema/applications";
import { EditionError } from "./administer-editions";

/** One row per edition for a list: year, Rome dates, state, rule, applications started and sent. */
export async function describeEditions(db: Database, now: Date): Promise<string[][]> {
  const rows = await db
    .select({
      edition: editions,
      begun: sql<number>`${db
        .select({ n: count() })
        .from(projects)
        .where(sql`${eq(projects.editionId, editions.id)} and ${gt(projects.version, 0)}`)}`,
      sent: sql<number>`${db
        .select({ n: countDistinct(submissions.projectId) })
        .from(submissions)
        .where(sql`${eq(submissions.editionId, editions.id)} and ${submissions.current}`)}`,
    })
    .from(editions)
    .orderBy(desc(editions.year));
  return rows.map(({ edition, begun, sent }) => [
    String(edition.year),
    romeTime(edition.opensAt),
    romeTime(edition.closesAt),
    editionState(edition, now),
    edition.afterSending,
    String(begun),
    String(sent),
  ]);
}

/** One row per change to an edition, newest first: when, who, what, why. */
export async function describeLog(db: Database, year: number): Promise<string[][]> {
  const [edition] = await db.select().from(editions).where(eq(editions.year, year));
  if (!edition) throw new EditionError(`There is no edition ${year}.`);
  const rows = await db
    .select()
    .from(editionLog)
    .where(eq(editionLog.editionId, edition.id))
    .orderBy(desc(editionLog.at));
  return rows.map(({ at, actor, action, data, reason }) => [
    romeTime(at),
    actor,
    [action, ...Object.values(data)].join(" "),
    reason,
  ]);
}
