import { and, eq, isNull, lte, min, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { connect, type Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { EXPIRED } from "./administer";
import {
  describeTrouble,
  isRefusal,
  isServerTrouble,
  type OutgoingMail,
  type SendMail,
} from "./transport";
import { isTemplate } from "./words";

type WorkerOptions = { databaseUrl: string; send: SendMail; log: Logger };

/** How many mails may be in flight at once, and so how many connections the worker holds. */
const LANES = 2;
/** The longest sleep in milliseconds: another process may have queued something. */
const POLL = 5_000;
/** A mail is given up after ten attempts when it is refused (5xx), or when it is three days old. */
const TRIES_MIN = 10;
const GIVE_UP_SECONDS = 3 * 24 * 3600;

const waiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt));

/** Seconds until the next attempt: a server that is down is retried soon, a refusing one later. */
export function retryDelay(attempts: number, serverTrouble: boolean): number {
  return serverTrouble
    ? Math.min(2 ** Math.min(attempts, 10), 30)
    : Math.min(15 * 2 ** Math.min(attempts, 10), 3600);
}

/**
 * Delivers what is in the outbox, for as long as it runs. A mail is locked by the transaction in
 * which it is sent and marked, so several workers never send one twice, and a worker that dies
 * releases it at once. Times are the database's.
 */
export function startMailWorker({ databaseUrl, send, log }: WorkerOptions) {
  // Connections of its own: a slow mail server must not take those that answer requests.
  const { db, close } = connect(databaseUrl, { max: LANES });
  /**
   * On their way, or accepted by the server but not yet marked because the database went away: any lane
   * of this process that meets one again waits for the same delivery and only marks it.
   */
  const underway = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  /** Sends one due mail. Returns whether to continue with the next. */
  function sendNext(): Promise<boolean> {
    return db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(outbox)
        .where(and(waiting, lte(outbox.nextAttemptAt, sql`now()`)))
        .orderBy(outbox.nextAttemptAt)
        .limit(1)
        .for("update", { skipLocked: true });
      if (!row) return false;
      if (!isTemplate(row.template)) {
        await giveUp(tx, row.id, "unknown template");
        return true;
      }
      if (row.expiresAt && row.expiresAt <= (await databaseNow(tx))) {
        await giveUp(tx, row.id, EXPIRED);
        return true;
      }
      return deliver(tx, { ...row, template: row.template }, row);
    });
  }

  async function deliver(
    tx: Executor,
    mail: OutgoingMail,
    row: typeof outbox.$inferSelect,
  ): Promise<boolean> {
    const sending = underway.get(mail.id) ?? send(mail);
    underway.set(mail.id, sending);
    try {
      await sending;
    } catch (error) {
      underway.delete(mail.id);
      await putOff(tx, row, error);
      return !isServerTrouble(error);
    }
    await markSent(tx, mail.id);
    log.info({ mail: mail.id, template: mail.template }, "mail sent");
    return true;
  }

  async function putOff(tx: Executor, row: typeof outbox.$inferSelect, error: unknown) {
    const attempts = row.attempts + 1;
    const lastError = describeTrouble(error);
    log.warn({ mail: row.id, template: row.template, attempts, error: lastError }, "mail not sent");
    const age = (Date.now() - row.createdAt.getTime()) / 1000;
    if (attempts >= TRIES_MIN && (age > GIVE_UP_SECONDS || isRefusal(error))) {
      await giveUp(tx, row.id, lastError);
      return;
    }
    const delay = retryDelay(row.attempts, isServerTrouble(error));
    await tx
      .update(outbox)
      .set({
        attempts,
        lastError,
        nextAttemptAt: sql`clock_timestamp() + make_interval(secs => ${delay})`,
      })
      .where(eq(outbox.id, row.id));
  }

  /** One lane: mail after mail, until nothing is due or the server is in trouble. */
  async function lane(): Promise<void> {
    while (!stopped && (await sendNext())) {}
  }

  async function round(): Promise<void> {
    do {
      again = false;
      const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
      const broken = ends.find((end) => end.status === "rejected");
      if (broken) throw broken.reason;
    } while (again && !stopped);
    // Marked by now, or the transaction would have failed.
    underway.clear();
  }

  async function untilNext(): Promise<number> {
    const [row] = await db
      .select({ at: min(outbox.nextAttemptAt) })
      .from(outbox)
      .where(waiting);
    if (!row?.at) return POLL;
    return Math.min(POLL, Math.max(250, row.at.getTime() - Date.now()));
  }

  function wake(): void {
    again = true;
    if (stopped || running) return;
    clearTimeout(timer);
    running = round()
      .then(untilNext)
      .catch((error) => {
        log.error({ err: error }, "mail worker");
        return POLL;
      })
      .then((delay) => {
        running = undefined;
        if (!stopped) timer = setTimeout(wake, again ? 0 : delay);
      });
  }

  async function end(patience: number): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    const tooLong = new Promise((resolve) => setTimeout(resolve, patience).unref());
    await Promise.race([running, tooLong]);
    await Promise.race([close(), tooLong]);
  }

  let ended: Promise<void> | undefined;
  /** Stops after the mails in flight, at most after `patience` milliseconds. */
  function stop(patience = 5_000): Promise<void> {
    ended ??= end(patience);
    return ended;
  }

  wake();
  return { wake, stop, idle: () => running === undefined };
}

async function databaseNow(tx: Executor): Promise<Date> {
  const { rows } = await tx.execute<{ now: string }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]?.now ?? Date.now());
}

async function markSent(tx: Executor, id: string): Promise<void> {
  await tx
    .update(outbox)
    .set({
      sentAt: sql`clock_timestamp()`,
      attempts: sql`${outbox.attempts} + 1`,
      lastError: null,
      // Once a token has been sent, only its owner has it.
      data: sql`${outbox.data} - 'token'`,
    })
    .where(eq(outbox.id, id));
}

async function giveUp(tx: Executor, id: string, lastError: string): Promise<void> {
  await tx
    .update(outbox)
    .set({ failedAt: sql`clock_timestamp()`, attempts: sql`${outbox.attempts} + 1`, lastError })
    .where(eq(outbox.id, id));
}
