import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { romeTime } from "@/contract/deadline";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { acts } from "../db/schema/audit-log";

const subjects = alias(users, "subjects");
const typed = (kind: "actor" | "reason") =>
  sql<string | null>`${acts.words} -> ${sql.raw(`'${kind}'`)} ->> 'text'`;

/** Columns of an audit log entry. A typed text is null if there was none, or if it was deleted with its person. */
export const ACT_COLUMNS = {
  number: acts.number,
  at: acts.at,
  level: acts.level,
  act: acts.act,
  target: acts.target,
  data: acts.data,
  actor: typed("actor"),
  reason: typed("reason"),
  sha256: acts.sha256,
  /** Email addresses of the affected person and of the acting account. */
  about: subjects.email,
  by: users.email,
};

/** Returns audit log entries, newest first by default. */
export function readActs(
  db: Executor,
  where: SQL | undefined,
  order: "oldest" | "newest" = "newest",
) {
  const direction = order === "newest" ? desc : asc;
  return db
    .select(ACT_COLUMNS)
    .from(acts)
    .leftJoin(users, eq(users.id, acts.actorId))
    .leftJoin(subjects, sql`${subjects.id} = (${acts.target} ->> 'user')::uuid`)
    .where(where)
    .orderBy(direction(acts.number))
    .$dynamic();
}

/** Returns the actor's name for a command's output: as typed, the account's address, or the kind of actor. */
export const whoActed = (line: { actor: string | null; by: string | null; level: string }) =>
  line.actor ?? line.by ?? line.level;

/** Returns audit log entries as rows of a command's output: time, actor, action, reason. */
export async function describeActs(db: Executor, where: SQL): Promise<string[][]> {
  const rows = await readActs(db, where);
  return rows.map((line) => [
    romeTime(line.at),
    whoActed(line),
    [line.act.replace(".", " "), line.about ?? [], Object.values(line.data)].flat().join(" "),
    line.reason ?? "",
  ]);
}
