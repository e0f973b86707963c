import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ResendBlocker } from "@/contract/staff/mail-activity";
import type { Executor } from "../db/connect";
import { hashToken } from "../db/hash-token";
import { mailTokens, users } from "../db/schema/accounts";
import { outbox } from "../db/schema/mail";
import { databaseNow } from "../scheduling/database-clock";
import { EXPIRED, UNDER_WAY } from "./mail-state";

/**
 * How a mail is sent again: `hurried` for an unsent mail, `retried` for a failed mail, `resent` for a mail that was
 * already sent.
 */
export type ResendMethod = "hurried" | "retried" | "resent";

type Row = Pick<
  typeof outbox.$inferSelect,
  "id" | "userId" | "recipient" | "sentAt" | "failedAt" | "lastError" | "expiresAt"
> & { token: string | null; email: string | null; isDue: boolean };
export type ResendResult = Pick<Row, "id" | "userId" | "sentAt"> &
  ({ how: ResendMethod } | { not: ResendBlocker });

/** Domain of the placeholder addresses of erased people. No person can own an address in this domain (RFC 2606). */
const NOBODYS = ".invalid";

/**
 * Sends undelivered mails again. With `taken`, also resends mails that the server accepted. Reuses the outbox row, key
 * and Message-ID, so that a recipient never sees two copies. A failed mail without a link goes to the current address
 * of its account, if that address is confirmed.
 */
export async function sendAgain(
  tx: Executor,
  which: SQL | undefined,
  { now, taken }: { now: Date; taken: boolean },
): Promise<ResendResult[]> {
  const clock = (await databaseNow(tx)).toISOString();
  const rows: Row[] = await tx
    .select({
      id: outbox.id,
      userId: outbox.userId,
      recipient: outbox.recipient,
      sentAt: outbox.sentAt,
      failedAt: outbox.failedAt,
      lastError: outbox.lastError,
      expiresAt: outbox.expiresAt,
      token: sql<string | null>`${outbox.data} ->> 'token'`,
      email: sql<
        string | null
      >`(select ${users.email} from ${users} where ${users.id} = ${outbox.userId} and ${users.emailConfirmedAt} is not null)`,
      isDue: sql<boolean>`${outbox.nextAttemptAt} <= ${clock}::timestamptz`,
    })
    .from(outbox)
    .where(which)
    // Skip a locked mail: a worker is sending it.
    .for("update", { of: outbox, skipLocked: true });
  const links = await linksUntil(tx, rows);
  const done = rows.map((row): ResendResult & Row => {
    const not = resendBlockerOf(row, { now, taken, links });
    if (not) return { ...row, not };
    return { ...row, how: row.sentAt ? "resent" : row.failedAt ? "retried" : "hurried" };
  });
  const idsOf = (...hows: ResendMethod[]) =>
    done.flatMap((one) => ("how" in one && hows.includes(one.how) ? [one.id] : []));
  await tx
    .update(outbox)
    .set({ attempts: 0, nextAttemptAt: sql`now()` })
    .where(inArray(outbox.id, idsOf("hurried")));
  await tx
    .update(outbox)
    .set({
      createdAt: sql`now()`,
      nextAttemptAt: sql`now()`,
      attempts: 0,
      sentAt: null,
      failedAt: null,
      lastError: null,
      says: null,
    })
    .where(inArray(outbox.id, idsOf("retried", "resent")));
  const moved = done.filter(
    (one) => "how" in one && one.how === "retried" && one.token === null && one.email,
  );
  for (const { id, email, recipient } of moved) {
    if (email && email !== recipient) {
      await tx.update(outbox).set({ recipient: email }).where(eq(outbox.id, id));
    }
  }
  return done;
}

type Ground = { now: Date; taken: boolean; links: ReadonlyMap<string, Date> };

function resendBlockerOf(
  row: Omit<Row, "email">,
  { now, taken, links }: Ground,
): ResendBlocker | null {
  if (row.sentAt && !taken) return "mail_taken";
  if (row.recipient === "" || row.recipient.endsWith(NOBODYS)) return "mail_forgotten";
  if (row.lastError === EXPIRED || (row.expiresAt && row.expiresAt <= now)) return "mail_expired";
  if (row.lastError === UNDER_WAY && !row.isDue) return "mail_under_way";
  if (row.token === "") return "mail_link_gone";
  const until = links.get(row.id);
  return until && until <= now ? "mail_link_over" : null;
}

/**
 * Returns two maps by mail id: when the link in the mail expires, and the reason why `sendAgain` would refuse the mail.
 * A mail without such a reason can be sent again, even if the mail server already accepted the mail.
 */
export async function resendLimits(
  db: Executor,
  mails: readonly (typeof outbox.$inferSelect)[],
  now: Date,
) {
  const rows = mails.map((mail) => ({ ...mail, token: mail.data.token ?? null }));
  const links = await linksUntil(db, rows);
  const blockers = new Map<string, ResendBlocker>();
  for (const row of rows) {
    const isDue = row.nextAttemptAt <= now;
    const blocker = resendBlockerOf({ ...row, isDue }, { now, taken: true, links });
    if (blocker) blockers.set(row.id, blocker);
  }
  return { links, blockers };
}

/** Returns when the links in unsent mails expire. A used link counts as expired at the time of its use. */
async function linksUntil(
  db: Executor,
  mails: readonly { id: string; token: string | null }[],
): Promise<Map<string, Date>> {
  const byHash = new Map(
    mails.flatMap(({ id, token }) => (token ? [[hashToken(token), id] as const] : [])),
  );
  if (byHash.size === 0) return new Map();
  const links = await db
    .select()
    .from(mailTokens)
    .where(inArray(mailTokens.hash, [...byHash.keys()]));
  return new Map(
    links.map(({ hash, expiresAt, usedAt }) => [byHash.get(hash) ?? "", usedAt ?? expiresAt]),
  );
}
