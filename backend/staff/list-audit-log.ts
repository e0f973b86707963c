import { and, eq, gt, gte, lt, max, or, type SQL, sql } from "drizzle-orm";
import { REMINDED } from "@/contract/edition-figures";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { RELEASE_DETAILS } from "@/contract/evaluation/release-details";
import type { listActs as contract, exportActs } from "@/contract/staff/audit-log";
import { isAbout } from "../audit-log/entries";
import { readAuditEntries } from "../audit-log/read-entries";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { type AuditTarget, auditEntries } from "../db/schema/audit-log";
import type { Call } from "../http/serve";

type Filter = Omit<Call<typeof exportActs>["query"], "format" | "columns">;
type Line = Awaited<ReturnType<typeof readAuditEntries>>[number];

/**
 * Names of the details of audit entries that staff can see, because they reveal no scores or ranks. A new detail stays
 * hidden until its name is in this list.
 */
const DESCRIBED = [
  ...["from", "until", "at", "which", "date", "rule", "role", "kind"],
  ...["readings", "added", "removed", "capacity", "proposed", "stage", "line", "mails", "left-out"],
  ...["table", "count", "filter", "columns", "format", "application", "audience"],
  ...["languages", "sectors", "conflicts"],
  ...["tag", "before", "list", "shared", "owner", "grace", "readers"],
  ...STAGE_IDS.map((stage) => `places_${stage}`),
  ...REMINDED.map((to) => `reminders_${to}`),
];
/**
 * Details that staff enter for a release of decisions, such as place and time. Staff can see them, because the emails
 * about the decisions also contain them.
 */
const RELEASED: readonly string[] = ["stage", ...RELEASE_DETAILS];
/** Names of the details about overridden blockers. These details can reveal ranks and conflicts of interest. */
const BLOCKERS = ["went past", "despite"];

/**
 * Lists the audit log, one page at a time. For actions on the selection of winners, shows the number of projects but
 * not their receipt numbers. Rule: staff.blind.
 */
export async function listActs({ db, query }: Call<typeof contract>) {
  const { per_page: size, before, after } = query;
  const where = await auditEntriesMatching(db, query);
  const back = after !== undefined;
  const beyond = and(
    before ? lt(auditEntries.number, before) : undefined,
    back ? gt(auditEntries.number, after) : undefined,
  );
  const [rows, total] = await Promise.all([
    readAuditEntries(db, and(where, beyond), back ? "oldest" : "newest").limit(size + 1),
    where ? db.$count(auditEntries, where) : newestNumber(db),
  ]);
  const page = rows.slice(0, size);
  const more = rows.length > size;
  if (back) page.reverse();
  const ends = { first: page[0]?.number ?? null, last: page.at(-1)?.number ?? null };
  return {
    acts: page.map(describeEntry),
    total,
    next: back || more ? ends.last : null,
    previous: (back ? more : before !== undefined) ? ends.first : null,
  };
}

/** Returns the number of audit entries, which is the number of the newest entry because the numbers have no gaps. */
async function newestNumber(db: Executor): Promise<number> {
  const [row] = await db.select({ number: max(auditEntries.number) }).from(auditEntries);
  return row?.number ?? 0;
}

/** Converts an audit entry to the contract's format. */
export function describeEntry({ actor, by, about, owner, target, data, at, ...line }: Line) {
  const isAssigned = line.act.endsWith(".assign");
  return {
    ...line,
    at: at.toISOString(),
    who: actor ?? by,
    edition: target.year === undefined ? null : Number(target.year),
    person: target.user === undefined ? null : { id: target.user, email: about },
    mail: target.mail ?? null,
    facts: described(line.act, isAssigned ? { ...data, owner: owner ?? "none" } : data),
    anyway: BLOCKERS.some((fact) => fact in data),
  };
}

/**
 * Returns the SQL condition for the audit entries of one actor: a typed name, or the account of an email address. A
 * separate query finds the account first, so that the database can use an index.
 */
async function actedBy(db: Executor, who: string | undefined): Promise<SQL | undefined> {
  if (!who) return undefined;
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, who.toLowerCase()));
  const typed = sql`${auditEntries.words} -> 'actor' ->> 'text' = ${who}`;
  return account ? or(typed, eq(auditEntries.actorId, account.id)) : typed;
}

/**
 * Returns the SQL condition for the requested audit entries. The list, its count, and its export all use this
 * condition.
 */
export async function auditEntriesMatching(db: Executor, query: Filter): Promise<SQL | undefined> {
  const { act, who, edition, person, mail, from, to } = query;
  const target: AuditTarget = {
    ...(edition !== undefined && { year: String(edition) }),
    ...(person && { user: person }),
    ...(mail && { mail }),
  };
  return and(
    act && eq(auditEntries.act, act),
    await actedBy(db, who),
    Object.keys(target).length > 0 ? isAbout(target) : undefined,
    from ? gte(auditEntries.at, new Date(from)) : undefined,
    to ? lt(auditEntries.at, new Date(to)) : undefined,
  );
}

/**
 * Returns the details of an audit entry that staff can see. For actions on the selection of winners, replaces receipt
 * numbers by their count, because the numbers would reveal the ranking early.
 */
function described(act: string, data: Record<string, string>): Record<string, string> {
  const facts = Object.entries(data);
  if (!act.startsWith("funnel.")) {
    return Object.fromEntries(facts.filter(([name]) => DESCRIBED.includes(name)));
  }
  return Object.fromEntries(
    facts
      .filter(([name]) => name.includes(" ") || RELEASED.includes(name))
      .filter(([name]) => !BLOCKERS.includes(name))
      .map(([name, value]) => [name, name.includes(" ") ? String(value.split(" ").length) : value]),
  );
}
