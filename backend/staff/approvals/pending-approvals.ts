import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { HOUR } from "@/contract/durations";
import type { ActForTwo, Confirm } from "@/contract/endpoint";
import { type ProposedAct, SECOND_PERSON_HOURS, type Shown } from "@/contract/staff/preview";
import { type Act, type ActLine, writeAct } from "../../audit-log/entries";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { dataRequests, hasRole, users } from "../../db/schema/accounts";
import { type ActTarget, proposedActs } from "../../db/schema/audit-log";

/*
 * Two-person approval (rule staff.two). If the configuration requires two people, an action waits up to one
 * day for the second person. Nothing is executed in the meantime. The second person's confirmation executes
 * the action if the preview is unchanged.
 */

type Config = Pick<BackendConfig, "SECOND_PERSON">;
export type Proposed = { row: typeof proposedActs.$inferSelect; by: string };
/** Subject of an action, as in its audit log entry. */
export type About = Pick<ActLine, "target" | "data">;

const requestOf = sql<string>`${proposedActs.target} ->> 'request'`;

/**
 * Returns the context for the audit log entry of a proposal. Omits the reason if the subject is an address
 * without an account, because an erasure could not remove it from the log.
 */
const inLog = ({ user, edition }: ActTarget, by: Act): Act =>
  user || edition ? by : { ...by, reason: "" };

/** Reports whether an action requires two-person approval. */
export const isForTwo = ({ second }: Confirm, { SECOND_PERSON }: Config): boolean =>
  second !== undefined && SECOND_PERSON.includes(second);

/** Returns a key of an action: its name, its subject, and its input, in the order of the contract. */
export const subjectOf = (name: string, decided: object) => `${name} ${JSON.stringify(decided)}`;

/**
 * Condition: the approval is pending and its proposer is still an active director. The proposer must be
 * allowed to decide when the second person confirms.
 */
function isWaiting(act: ActForTwo, { SECOND_PERSON }: Config, now: Date): SQL | undefined {
  if (!SECOND_PERSON.includes(act)) return sql`false`;
  const may = and(isNull(users.deactivatedAt), hasRole("director"));
  return and(
    eq(proposedActs.act, act),
    gt(proposedActs.expiresAt, now),
    sql`${proposedActs.proposerId} in (select ${users.id} from ${users} where ${may})`,
  );
}

/** Counts the pending releases of an edition. */
export function countReleases(db: Executor, editionId: string, config: Config, now: Date) {
  const own = eq(proposedActs.editionId, editionId);
  return db.$count(proposedActs, and(own, isWaiting("release", config, now)));
}

/** Condition: the erasure of the person is a pending approval, over `users`. */
export function isToBeErased(config: Config, now: Date): SQL {
  const waiting = sql`select ${proposedActs.userId} from ${proposedActs} where ${isWaiting("erase", config, now)}`;
  return sql`${users.id} in (${waiting})`;
}

/** Condition: the erasure of the request's address is a pending approval, over `data_requests`. */
export function isAddressToBeErased(config: Config, now: Date): SQL {
  const waiting = sql`select ${requestOf} from ${proposedActs} where ${isWaiting("erase", config, now)}`;
  return sql`${dataRequests.id}::text in (${waiting})`;
}

/** Returns the pending approvals of some data requests, by request id. */
export async function proposedAbout(
  db: Executor,
  requests: readonly string[],
  config: Config,
  now: Date,
): Promise<ReadonlyMap<string, Proposed>> {
  if (requests.length === 0 || !config.SECOND_PERSON.includes("erase")) return new Map();
  const found = await db
    .select({ row: proposedActs, by: users.email })
    .from(proposedActs)
    .innerJoin(users, eq(users.id, proposedActs.proposerId))
    .where(and(inArray(requestOf, [...requests]), isWaiting("erase", config, now)));
  return new Map(found.map((one) => [one.row.target.request ?? "", one]));
}

/** Returns the pending approval of a subject, or null. */
export async function findProposed(
  db: Executor,
  { act, subject }: { act: ActForTwo; subject: string },
  config: Config,
  now: Date,
): Promise<Proposed | null> {
  const [found] = await db
    .select({ row: proposedActs, by: users.email })
    .from(proposedActs)
    .innerJoin(users, eq(users.id, proposedActs.proposerId))
    .where(and(eq(proposedActs.subject, subject), isWaiting(act, config, now)));
  return found ?? null;
}

/** Locks a subject until the transaction ends, so that no other transaction decides about it. */
export async function lockSubject(tx: Executor, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`);
}

/** Converts a pending approval to the contract's format. */
export function tellProposed({ row, by }: Proposed, callerId: string): ProposedAct {
  return {
    id: row.id,
    by,
    own: row.proposerId === callerId,
    at: row.proposedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    reason: row.reason,
    count: row.shown.count,
  };
}

type Proposal = { act: ActForTwo; subject: string; about: About; shown: Shown; sha256: string };

/**
 * Stores a pending approval and replaces an earlier one of the same subject. Returns the number of its audit
 * log entry.
 */
export async function propose(
  tx: Executor,
  { act, subject, about: { target, data }, shown, sha256 }: Proposal,
  by: Act & { actorId: string },
): Promise<number> {
  const line = await writeAct(tx, inLog(target, by), {
    act: "act.propose",
    target,
    data: { proposed: act, ...data },
  });
  if (line === null) throw new Error("a proposal's line was not written");
  const values = {
    ...{ act, target, shown, sha256, line, reason: by.reason, proposerId: by.actorId },
    userId: target.user ?? null,
    editionId: target.edition ?? null,
    proposedAt: by.now,
    expiresAt: new Date(by.now.getTime() + SECOND_PERSON_HOURS * HOUR),
  };
  await tx
    .insert(proposedActs)
    .values({ subject, ...values })
    .onConflictDoUpdate({
      target: proposedActs.subject,
      set: { id: sql`gen_random_uuid()`, ...values },
    });
  return line;
}

/**
 * Ends a pending approval because it was confirmed or withdrawn. The audit log entry refers to the proposal's
 * entry.
 */
export async function endProposal(
  tx: Executor,
  { row }: Pick<Proposed, "row">,
  by: Act,
  act: "act.confirm" | "act.withdraw",
): Promise<void> {
  await tx.delete(proposedActs).where(eq(proposedActs.id, row.id));
  const data = { proposed: row.act, line: String(row.line) };
  await writeAct(tx, inLog(row.target, by), { act, target: row.target, data });
}
