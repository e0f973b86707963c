import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { HOUR } from "@/contract/durations";
import type { Confirm, TwoPersonAction } from "@/contract/endpoint";
import {
  type PendingApproval,
  type PreviewContent,
  SECOND_PERSON_HOURS,
} from "@/contract/staff/preview";
import { type ActionContext, type AuditEntry, appendAuditEntry } from "../../audit-log/entries";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { dataRequests, hasRole, users } from "../../db/schema/accounts";
import { type AuditTarget, pendingApprovals } from "../../db/schema/audit-log";

/*
 * Approval of staff actions by a second person (rule staff.two). If the configuration requires approval for an action,
 * the action waits up to one day. The second person's confirmation executes the action if the action's preview is
 * unchanged.
 */

type Config = Pick<BackendConfig, "SECOND_PERSON">;
export type StoredApproval = { row: typeof pendingApprovals.$inferSelect; by: string };
/** Target and details of an action, as its audit entry stores them. */
export type About = Pick<AuditEntry, "target" | "data">;

const requestOf = sql<string>`${pendingApprovals.target} ->> 'request'`;

/**
 * Returns the context for the audit entry of an action that waits for approval. If the action concerns an email address
 * without an account, omits the reason. Otherwise, erasing that address could not remove the reason from the audit log.
 */
const inLog = ({ user, edition }: AuditTarget, context: ActionContext): ActionContext =>
  user || edition ? context : { ...context, reason: "" };

/** Reports whether an action requires the approval of a second person. */
export const requiresApproval = ({ second }: Confirm, { SECOND_PERSON }: Config): boolean =>
  second !== undefined && SECOND_PERSON.includes(second);

/**
 * Returns the key that identifies an action, built from the action's name and input. Only one approval per key can be
 * pending.
 */
export const subjectOf = (name: string, decided: object) => `${name} ${JSON.stringify(decided)}`;

/** SQL condition: the approval is pending, and the director who proposed the action is still active. */
function isWaiting(act: TwoPersonAction, { SECOND_PERSON }: Config, now: Date): SQL | undefined {
  if (!SECOND_PERSON.includes(act)) return sql`false`;
  const may = and(isNull(users.deactivatedAt), hasRole("director"));
  return and(
    eq(pendingApprovals.act, act),
    gt(pendingApprovals.expiresAt, now),
    sql`${pendingApprovals.proposerId} in (select ${users.id} from ${users} where ${may})`,
  );
}

/** Counts the releases of decisions in an edition that wait for a second person. */
export function countReleases(db: Executor, editionId: string, config: Config, now: Date) {
  const own = eq(pendingApprovals.editionId, editionId);
  return db.$count(pendingApprovals, and(own, isWaiting("release", config, now)));
}

/** SQL condition over `users`: the erasure of the person waits for a second person's approval. */
export function isToBeErased(config: Config, now: Date): SQL {
  const waiting = sql`select ${pendingApprovals.userId} from ${pendingApprovals} where ${isWaiting("erase", config, now)}`;
  return sql`${users.id} in (${waiting})`;
}

/**
 * SQL condition over `data_requests`: the erasure of the request's email address waits for a second person's approval.
 */
export function isAddressToBeErased(config: Config, now: Date): SQL {
  const waiting = sql`select ${requestOf} from ${pendingApprovals} where ${isWaiting("erase", config, now)}`;
  return sql`${dataRequests.id}::text in (${waiting})`;
}

/** Returns the pending approvals of the given data requests, by request id. */
export async function approvalAbout(
  db: Executor,
  requests: readonly string[],
  config: Config,
  now: Date,
): Promise<ReadonlyMap<string, StoredApproval>> {
  if (requests.length === 0 || !config.SECOND_PERSON.includes("erase")) return new Map();
  const found = await db
    .select({ row: pendingApprovals, by: users.email })
    .from(pendingApprovals)
    .innerJoin(users, eq(users.id, pendingApprovals.proposerId))
    .where(and(inArray(requestOf, [...requests]), isWaiting("erase", config, now)));
  return new Map(found.map((one) => [one.row.target.request ?? "", one]));
}

/** Returns the pending approval of an action with the given key, or null. */
export async function findPendingApproval(
  db: Executor,
  { act, subject }: { act: TwoPersonAction; subject: string },
  config: Config,
  now: Date,
): Promise<StoredApproval | null> {
  const [found] = await db
    .select({ row: pendingApprovals, by: users.email })
    .from(pendingApprovals)
    .innerJoin(users, eq(users.id, pendingApprovals.proposerId))
    .where(and(eq(pendingApprovals.subject, subject), isWaiting(act, config, now)));
  return found ?? null;
}

/**
 * Locks the key of an action until the transaction ends, so that no parallel transaction executes, proposes, or
 * withdraws the same action.
 */
export async function lockSubject(tx: Executor, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`);
}

/** Converts a pending approval to the contract's format. */
export function describeApproval({ row, by }: StoredApproval, callerId: string): PendingApproval {
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

type Proposal = {
  act: TwoPersonAction;
  subject: string;
  about: About;
  shown: PreviewContent;
  sha256: string;
};

/**
 * Stores a pending approval. Replaces an earlier pending approval of the same action. Returns the number of the
 * proposal's audit entry.
 */
export async function storeApproval(
  tx: Executor,
  { act, subject, about: { target, data }, shown, sha256 }: Proposal,
  by: ActionContext & { actorId: string },
): Promise<number> {
  const line = await appendAuditEntry(tx, inLog(target, by), {
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
    .insert(pendingApprovals)
    .values({ subject, ...values })
    .onConflictDoUpdate({
      target: pendingApprovals.subject,
      set: { id: sql`gen_random_uuid()`, ...values },
    });
  return line;
}

/**
 * Ends a pending approval after its confirmation or withdrawal. The new audit entry refers to the proposal's audit
 * entry.
 */
export async function endApproval(
  tx: Executor,
  { row }: Pick<StoredApproval, "row">,
  context: ActionContext,
  act: "act.confirm" | "act.withdraw",
): Promise<void> {
  await tx.delete(pendingApprovals).where(eq(pendingApprovals.id, row.id));
  const data = { proposed: row.act, line: String(row.line) };
  await appendAuditEntry(tx, inLog(row.target, context), { act, target: row.target, data });
}
