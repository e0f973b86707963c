import { and, eq, inArray, isNull, lte, min, not, type SQL, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { connect, type Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { databaseNow } from "../scheduling/database-clock";
import { EXPIRED, isPaused, UNDER_WAY } from "./mail-state";
import { ACCOUNT_MAILS, isTemplate } from "./messages";
import {
  describeTrouble,
  isRefusal,
  isServerTrouble,
  type OutgoingMail,
  type SendMail,
  Unconfirmed,
  wordsOfTrouble,
} from "./transport";
import { startWorkerLoop } from "./worker-loop";

type WorkerOptions = {
  databaseUrl: string;
  send: SendMail;
  log: Logger;
  /**
   * Milliseconds until a slow mail continues in the background. Replaces the default `PATIENCE`, for example in tests.
   */
  patience?: number;
};

/** Number of lanes: loops of the mail worker that send mails in parallel. */
const WORKER_LOOPS = 3;
/**
 * Number of database connections of the mail worker: one for each lane (sending loop), and one to record mails that
 * finish in the background.
 */
export const MAIL_CONNECTIONS = WORKER_LOOPS + 1;
/**
 * Milliseconds after which a lane (sending loop) moves a slow SMTP conversation to the background and continues with
 * the next mail.
 */
const PATIENCE = 15_000;
/**
 * Maximum number of slow SMTP conversations that one lane (sending loop of the mail worker) continues in the
 * background. Above the maximum, the lane waits for each conversation to end.
 */
const ASIDE_MAX = 10;
/**
 * Seconds before a mail whose SMTP conversation continues in the background can be sent again: longer than any SMTP
 * conversation (transport.ts).
 */
const ASIDE_SECONDS = 720;
/**
 * Minimum number of attempts before a mail that the server refuses (5xx) is given up. Other mails are given up after
 * three days.
 */
const TRIES_MIN = 10;
const GIVE_UP_SECONDS = 3 * 24 * 3600;
/**
 * Maximum number of attempts for a mail that the server receives but never confirms. Each attempt was possibly
 * delivered.
 */
const UNCONFIRMED_MAX = 5;
const UNCONFIRMED_SECONDS = 900;

type Row = typeof outbox.$inferSelect;

const waiting = and(isNull(outbox.sentAt), isNull(outbox.failedAt));

/**
 * Returns the seconds until the next attempt to send a mail: few if the server is down, more if it refused the mail.
 */
export function retryDelay(attempts: number, serverTrouble: boolean): number {
  return serverTrouble
    ? Math.min(2 ** Math.min(attempts, 10), 30)
    : Math.min(15 * 2 ** Math.min(attempts, 10), 3600);
}

/**
 * Sends the mails of the outbox until stopped. A transaction locks each row while its mail is sent, so parallel workers
 * never send a mail twice and a dead worker releases the row. A slow mail continues in the background and delays no
 * other mail. Uses the database's time.
 */
export function startMailWorker({ databaseUrl, send, log, patience = PATIENCE }: WorkerOptions) {
  // Use separate connections, so that a slow mail server does not block requests.
  const { db, close } = connect(databaseUrl, { max: MAIL_CONNECTIONS });
  /**
   * Deliveries that this process has started and that the database does not record as sent yet, for example because the
   * mail server is slow or the database was down. A sending loop (lane) that finds such a mail waits for the same
   * delivery and records its result, so that no mail is sent twice.
   */
  const underway = new Map<string, Promise<string>>();

  function startLoop(only?: SQL) {
    const mine = and(waiting, only);
    const aside = new Map<string, Promise<unknown>>();

    /** Sends one due mail. Returns whether to continue with the next mail. */
    async function sendNext(): Promise<boolean> {
      const { id, goOn } = await db.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(outbox)
          .where(and(mine, lte(outbox.nextAttemptAt, sql`now()`), not(isPaused)))
          .orderBy(outbox.nextAttemptAt)
          .limit(1)
          .for("update", { skipLocked: true });
        if (!row) return { id: "", goOn: false };
        const { id, template } = row;
        if (!isTemplate(template)) {
          await giveUp(tx, id, "unknown template");
          return { id, goOn: true };
        }
        if (row.expiresAt && row.expiresAt <= (await databaseNow(tx))) {
          await giveUp(tx, id, EXPIRED);
          return { id, goOn: true };
        }
        return { id, goOn: await deliver(tx, { ...row, template }, row) };
      });
      // The committed outbox row contains the result of the delivery, so this process can forget the delivery.
      if (!aside.has(id)) underway.delete(id);
      return goOn;
    }

    async function deliver(tx: Executor, mail: OutgoingMail, row: Row): Promise<boolean> {
      const sending = underway.get(mail.id) ?? send(mail);
      underway.set(mail.id, sending);
      if (aside.size < ASIDE_MAX && !(await settles(sending, patience))) {
        aside.set(mail.id, follow(sending, row));
        await postpone(tx, mail.id, ASIDE_SECONDS, { lastError: UNDER_WAY });
        return true;
      }
      aside.delete(mail.id);
      return record(tx, sending, row);
    }

    /** Records a delivery that continues in the background. */
    async function follow(sending: Promise<string>, row: Row): Promise<void> {
      await settles(sending);
      try {
        await record(db, sending, row);
        underway.delete(row.id);
        aside.delete(row.id);
      } catch (error) {
        // If the database failed, the delivery is not recorded yet. The next lane (sending loop) that finds the mail
        // records the delivery without sending the mail again.
        log.error({ err: error }, "the email worker failed");
      }
    }

    async function nextDue(): Promise<number | null> {
      const [row] = await db
        .select({ at: min(outbox.nextAttemptAt) })
        .from(outbox)
        .where(and(mine, not(isPaused)));
      return row?.at ? row.at.getTime() - (await databaseNow(db)).getTime() : null;
    }

    return { ...startWorkerLoop({ sendNext, nextDue, log }), aside };
  }

  /** Waits for a delivery and records its result. Returns whether the mail server works. */
  async function record(tx: Executor, sending: Promise<string>, row: Row): Promise<boolean> {
    let says: string;
    try {
      says = await sending;
    } catch (error) {
      underway.delete(row.id);
      await putOff(tx, row, error);
      return !isServerTrouble(error);
    }
    await markSent(tx, row.id, says);
    log.info({ mail: row.id, template: row.template }, "email sent");
    return true;
  }

  async function putOff(tx: Executor, row: Row, error: unknown) {
    const attempts = row.attempts + 1;
    const lastError = describeTrouble(error);
    const says = wordsOfTrouble(error);
    const unconfirmed = error instanceof Unconfirmed;
    log.warn(
      { mail: row.id, template: row.template, attempts, error: lastError },
      "email not sent",
    );
    const age = ((await databaseNow(tx)).getTime() - row.createdAt.getTime()) / 1000;
    const old = attempts >= TRIES_MIN && (age > GIVE_UP_SECONDS || isRefusal(error));
    if (old || (unconfirmed && attempts >= UNCONFIRMED_MAX)) {
      await giveUp(tx, row.id, lastError, says);
      return;
    }
    const delay = unconfirmed
      ? UNCONFIRMED_SECONDS * attempts
      : retryDelay(row.attempts, isServerTrouble(error));
    await postpone(tx, row.id, delay, { attempts, lastError, says });
  }

  // The first lane (sending loop) sends account mails only. The second lane skips letters (bulk emails), so that a
  // letter to many recipients delays no other mail.
  const lanes = [
    startLoop(inArray(outbox.template, [...ACCOUNT_MAILS])),
    startLoop(isNull(outbox.letterId)),
    startLoop(),
  ];

  async function end(milliseconds: number): Promise<void> {
    const tooLong = new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
    const last = lanes.map(async ({ stop, aside }) => {
      await stop();
      await Promise.all(aside.values());
    });
    await Promise.race([Promise.all(last), tooLong]);
    await Promise.race([close(), tooLong]);
  }

  let ended: Promise<void> | undefined;
  /** Stops the mail worker after the mails in progress, but no later than after `milliseconds`. */
  function stop(milliseconds = 5_000): Promise<void> {
    ended ??= end(milliseconds);
    return ended;
  }

  function wake(): void {
    for (const { wake } of lanes) wake();
  }

  wake();
  return { wake, stop, idle: () => lanes.every(({ idle }) => idle()) };
}

/** Reports whether a promise settles within the given milliseconds. */
async function settles(promise: Promise<unknown>, milliseconds?: number): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  if (milliseconds === undefined) return settled;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  return Promise.race([settled, late]).finally(() => clearTimeout(timer));
}

async function postpone(
  tx: Executor,
  id: string,
  seconds: number,
  values: { attempts?: number; lastError: string; says?: string | null },
): Promise<void> {
  await tx
    .update(outbox)
    .set({ ...values, nextAttemptAt: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where(eq(outbox.id, id));
}

async function markSent(tx: Executor, id: string, says: string): Promise<void> {
  await tx
    .update(outbox)
    .set({
      sentAt: sql`clock_timestamp()`,
      attempts: sql`${outbox.attempts} + 1`,
      lastError: null,
      says,
      // Clear the token after sending, so that only the recipient has it. Keep the empty `token` key to show that the
      // mail had a link.
      data: sql`case when ${outbox.data} ? 'token' then ${outbox.data} || '{"token": ""}' else ${outbox.data} end`,
    })
    .where(eq(outbox.id, id));
}

async function giveUp(
  tx: Executor,
  id: string,
  lastError: string,
  says: string | null = null,
): Promise<void> {
  const attempts = sql`${outbox.attempts} + 1`;
  await tx
    .update(outbox)
    .set({ failedAt: sql`clock_timestamp()`, attempts, lastError, says })
    .where(eq(outbox.id, id));
}
