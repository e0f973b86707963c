import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { romeTime } from "@/contract/deadline";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { auditEntries } from "../db/schema/audit-log";

const subjects = alias(users, "subjects");
const owners = alias(users, "owners");
const typed = (kind: "actor" | "reason") =>
  sql<string | null>`${auditEntries.words} -> ${sql.raw(`'${kind}'`)} ->> 'text'`;

/**
 * Columns of an audit log entry. A typed name or reason is null if it was never typed or was deleted with the person.
 */
export const AUDIT_COLUMNS = {
  number: auditEntries.number,
  at: auditEntries.at,
  level: auditEntries.level,
  act: auditEntries.act,
  target: auditEntries.target,
  data: auditEntries.data,
  actor: typed("actor"),
  reason: typed("reason"),
  sha256: auditEntries.sha256,
  /** Email addresses of the person that the audit log entry is about, and of the acting account. */
  about: subjects.email,
  by: users.email,
  /**
   * Name of the colleague who was put in charge of an application, or the colleague's email address if the account has
   * no name. Null for other entries.
   */
  owner: sql<
    string | null
  >`coalesce(nullif(concat_ws(' ', nullif(${owners.firstName}, ''), nullif(${owners.lastName}, '')), ''), ${owners.email})`,
};

/** Returns audit log entries, newest first by default. */
export function readAuditEntries(
  db: Executor,
  where: SQL | undefined,
  order: "oldest" | "newest" = "newest",
) {
  const direction = order === "newest" ? desc : asc;
  return db
    .select(AUDIT_COLUMNS)
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .leftJoin(subjects, sql`${subjects.id} = (${auditEntries.target} ->> 'user')::uuid`)
    .leftJoin(owners, sql`${owners.id} = (${auditEntries.target} ->> 'owner')::uuid`)
    .where(where)
    .orderBy(direction(auditEntries.number))
    .$dynamic();
}

/** Returns the actor's name for a command's output: the typed name, the account's address, or the kind of actor. */
export const actorName = (line: { actor: string | null; by: string | null; level: string }) =>
  line.actor ?? line.by ?? line.level;

/** Returns audit log entries as rows of a command's output: time, actor, action, reason. */
export async function describeAuditEntries(db: Executor, where: SQL): Promise<string[][]> {
  const rows = await readAuditEntries(db, where);
  return rows.map((line) => [
    romeTime(line.at),
    actorName(line),
    [line.act.replace(".", " "), line.about ?? [], Object.values(line.data)].flat().join(" "),
    line.reason ?? "",
  ]);
}
