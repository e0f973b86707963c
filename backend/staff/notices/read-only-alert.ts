import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { directDatabase } from "../../config";
import type { Executor } from "../../db/connect";
import { mailPause, outbox } from "../../db/schema/mail";
import type { Dependencies } from "../../dependencies";
import { queueMail } from "../../mail/outbox";
import { type OutgoingMail, type SendMail, Unconfirmed } from "../../mail/transport";
import { readRecipients, wants } from "./recipients";

/*
 * Alert about a read-only database. Such a database can store neither the event nor an email, so the email is sent
 * directly. Rule: staff.notices.
 */

type Tools = Pick<Dependencies, "db" | "config" | "log"> & { sendMail: SendMail };
type Mail = OutgoingMail & { userId: string };

/** A period in which the database is read-only, and the alert emails that this process has sent about it. */
export type Outage = {
  since: Date;
  /** Whether an instance has sent the alert emails about this read-only period. */
  isTold: boolean;
  /** Alert emails that this process sent, with the mail server's response. */
  sent: { mail: Mail; at: Date; says: string }[];
  /** Alert emails of this process that the mail server did not accept. */
  unsent: Mail[];
  /**
   * Database connection that holds the lock for sending the alert. Null while another instance holds the lock.
   */
  line: Client | null;
};

export const newOutage = (since: Date): Outage => ({
  ...{ since, isTold: false, sent: [], unsent: [], line: null },
});

/**
 * Sends the alert once per read-only period, across all instances. A read-only database cannot store that the alert was
 * sent, so the first instance holds a lock until the period ends. An instance that does not get the lock at first never
 * sends the alert for this period, even if it gets the lock later. Returns the number of sent emails.
 */
export async function tellReadOnly(tools: Tools, outage: Outage, now: Date): Promise<number> {
  const { db, config, log, sendMail } = tools;
  if (outage.line) return 0;
  outage.line = await takeLock(config, () => {
    outage.line = null;
  });
  if (!outage.line) {
    outage.isTold = true;
    return 0;
  }
  // If staff have paused all mail, the alert waits like every other email.
  if (outage.isTold || (await db.$count(mailPause)) > 0) return 0;
  const recipients = (await readRecipients(db)).filter((one) => wants(one, "database_read_only"));
  await Promise.all(
    recipients.map(async ({ user }) => {
      const mail: Mail = {
        ...{ id: randomUUID(), userId: user.id, recipient: user.email, language: user.language },
        template: "staff_alert_database_read_only",
        data: { at: outage.since.toISOString() },
      };
      try {
        outage.sent.push({ mail, at: now, says: await sendMail(mail) });
      } catch (err) {
        // Do not send an unconfirmed email again, because the mail server possibly delivered it.
        if (err instanceof Unconfirmed) outage.sent.push({ mail, at: now, says: "" });
        else {
          log.error({ err, alert: "database_read_only" }, "an alert was not sent directly");
          outage.unsent.push(mail);
        }
      }
    }),
  );
  outage.isTold = true;
  log.warn({ alert: "database_read_only", mails: outage.sent.length }, "staff alerted");
  return outage.sent.length;
}

/**
 * Takes the database lock that lets only one instance send the alert about this read-only period. Returns null if
 * another instance holds the lock. The lock needs a separate connection.
 */
async function takeLock(
  config: Dependencies["config"],
  onLost: () => void,
): Promise<Client | null> {
  const line = new Client({
    connectionString: directDatabase(config),
    connectionTimeoutMillis: 5_000,
  });
  line.on("error", onLost);
  await line.connect();
  const { rows } = await line.query<{ mine: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('alert:database_read_only', 0)) as mine",
  );
  if (rows[0]?.mine) {
    // The open connection must not keep the process running after the process is asked to stop. The types of the
    // package pg lack the method `unref`.
    (line as unknown as { unref: () => void }).unref();
    return line;
  }
  await line.end();
  return null;
}

/**
 * Records the alert emails that were sent during a read-only period of the database, and queues the alert emails that
 * the mail server did not accept. Returns the number of queued emails.
 */
export async function recordOutage(tx: Executor, { sent, unsent, since }: Outage): Promise<number> {
  for (const { mail, at, says } of sent) {
    await tx
      .insert(outbox)
      .values({ ...mail, createdAt: at, nextAttemptAt: at, sentAt: at, attempts: 1, says })
      .onConflictDoNothing();
  }
  for (const { id: _, ...mail } of unsent) {
    const dedupeKey = `staff-alert:read-only:${since.toISOString()}:${mail.userId}`;
    await queueMail(tx, { ...mail, dedupeKey });
  }
  return unsent.length;
}

/**
 * Releases the lock for sending the alert, so that an instance can report the next read-only period.
 */
export async function endOutage({ line }: Outage): Promise<void> {
  await line?.end().catch(() => {});
}
