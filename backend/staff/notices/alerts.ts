import { and, eq, gte, inArray, isNull, lt } from "drizzle-orm";
import { DAY, MINUTE } from "@/contract/durations";
import type { StaffAlert } from "@/contract/staff/notices";
import { isReadOnly } from "../../db/instances";
import { staffAlerts } from "../../db/schema/staff-notices";
import type { Dependencies } from "../../dependencies";
import { queueMail } from "../../mail/outbox";
import type { SendMail } from "../../mail/transport";
import { type AlertEvent, currentEvents } from "./alert-events";
import { endOutage, newOutage, type Outage, recordOutage, tellReadOnly } from "./read-only-alert";
import { readRecipients, wants } from "./recipients";

/**
 * Minutes without a problem after which an alert event ends. A problem that returns earlier belongs to the same event
 * and causes no second mail.
 */
const OVER_MINUTES = 10;
/** Days after which an unsent alert email expires. */
const EXPIRES_DAYS = 3;
/** Days for which ended alert events are stored. */
const KEEP_DAYS = 90;

type Tools = Pick<Dependencies, "db" | "config" | "log" | "notifyMailWorker"> & {
  sendMail: SendMail;
};

/**
 * The current read-only period of the database, as this process detected it. Null while the database is writable.
 */
let outage: Outage | null = null;

/** Sends the alerts about new events. Returns the number of queued or sent emails. */
export async function sendAlerts(tools: Tools, now: Date): Promise<number> {
  const { db, log, notifyMailWorker } = tools;
  if (await isReadOnly(db)) {
    if (!outage) log.error({ alert: "database_read_only" }, "the database is read-only");
    outage ??= newOutage(now);
    return tellReadOnly(tools, outage, now);
  }
  const over = outage;
  const { queued, late } = await db.transaction(async (tx) => {
    const events = await currentEvents(tx, now);
    const missed = over ? await missedReadOnly(tx, over.since) : [];
    const recorded = await recordEvents(tx, [...events, ...missed], now);
    // Queue no emails about a read-only period of the database if an instance already sent them during that period.
    const isSent = ({ kind }: Recorded) => kind === "database_read_only" && over?.isTold;
    return {
      queued: await queueAlerts(
        tx,
        recorded.filter((one) => !isSent(one)),
        now,
      ),
      late: over ? await recordOutage(tx, over) : 0,
    };
  });
  if (over) await endOutage(over);
  outage = null;
  for (const { kind, count } of queued) log.warn({ alert: kind, mails: count }, "staff alerted");
  const mails = queued.reduce((all, { count }) => all + count, late);
  if (mails > 0) notifyMailWorker();
  return mails;
}

type Executor = Parameters<typeof queueMail>[0];
type Recorded = AlertEvent & { id: string };

/**
 * Returns an event about a database that was read-only and is writable now. Returns an empty list if another instance
 * has already recorded the event.
 */
async function missedReadOnly(tx: Executor, since: Date): Promise<AlertEvent[]> {
  const known = await tx.$count(
    staffAlerts,
    and(eq(staffAlerts.kind, "database_read_only"), gte(staffAlerts.seenAt, since)),
  );
  if (known > 0) return [];
  const data = { at: since.toISOString() };
  return [{ kind: "database_read_only", subject: "", since, data }];
}

/** Records the current alert events, ends the events that no longer occur, and returns the new events. */
async function recordEvents(
  tx: Executor,
  events: readonly AlertEvent[],
  now: Date,
): Promise<Recorded[]> {
  const nameOf = ({ kind, subject }: { kind: StaffAlert; subject: string }) => `${kind} ${subject}`;
  const open = await tx.select().from(staffAlerts).where(isNull(staffAlerts.endedAt));
  const known = new Map(open.map((one) => [nameOf(one), one.id]));
  const seen = events.flatMap((event) => known.get(nameOf(event)) ?? []);
  if (seen.length > 0) {
    await tx.update(staffAlerts).set({ seenAt: now }).where(inArray(staffAlerts.id, seen));
  }
  await tx
    .update(staffAlerts)
    .set({ endedAt: now })
    .where(
      and(
        isNull(staffAlerts.endedAt),
        lt(staffAlerts.seenAt, new Date(now.getTime() - OVER_MINUTES * MINUTE)),
      ),
    );
  await tx
    .delete(staffAlerts)
    .where(lt(staffAlerts.endedAt, new Date(now.getTime() - KEEP_DAYS * DAY)));
  const fresh = events.filter((event) => !known.has(nameOf(event)));
  const recorded: Recorded[] = [];
  for (const event of fresh) {
    const { kind, subject, since } = event;
    // If two instances record the same event at the same time, only the first instance inserts a row and sends the
    // alert.
    const [row] = await tx
      .insert(staffAlerts)
      .values({ kind, subject, since, seenAt: now })
      .onConflictDoNothing()
      .returning({ id: staffAlerts.id });
    if (row) recorded.push({ ...event, id: row.id });
  }
  return recorded;
}

/** Queues one email for each new event and recipient. The deduplication key makes each email unique. */
async function queueAlerts(tx: Executor, events: readonly Recorded[], now: Date) {
  if (events.length === 0) return [];
  const recipients = await readRecipients(tx);
  const queued: { kind: StaffAlert; count: number }[] = [];
  for (const event of events) {
    const to = recipients.filter((one) => wants(one, event.kind));
    for (const { user } of to) {
      await queueMail(tx, {
        template: `staff_alert_${event.kind}`,
        userId: user.id,
        recipient: user.email,
        language: user.language,
        data: event.data,
        expiresAt: new Date(now.getTime() + EXPIRES_DAYS * DAY),
        dedupeKey: `staff-alert:${event.id}:${user.id}`,
      });
    }
    queued.push({ kind: event.kind, count: to.length });
  }
  return queued;
}
