import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { romeTime } from "@/contract/deadline";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { acts } from "../db/schema/journal";

const subjects = alias(users, "subjects");
const typed = (kind: "actor" | "reason") =>
  sql<string | null>`${acts.words} -> ${sql.raw(`'${kind}'`)} ->> 'text'`;

/** A line as it is read: a word is null where nobody typed one, or it has gone with its person. */
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
  /** Addresses of whom it is about, and of the account that acts. */
  about: subjects.email,
  by: users.email,
};

/** Lines of the journal, the newest first unless said otherwise. */
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

/** Whom an operator's table names: as typed, or by account, or what acted by itself. */
export const whoActed = (line: { actor: string | null; by: string | null; level: string }) =>
  line.actor ?? line.by ?? line.level;

/** The same for an operator's table: when, who, what, why. */
export async function describeActs(db: Executor, where: SQL): Promise<string[][]> {
  const rows = await readActs(db, where);
  return rows.map((line) => [
    romeTime(line.at),
    whoActed(line),
    [line.act.replace(".", " "), line.about ?? [], Object.values(line.data)].flat().join(" "),
    line.reason ?? "",
  ]);
}
