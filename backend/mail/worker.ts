import { and, eq, inArray, isNull, lte, min, not, type SQL, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { databaseNow } from "../clock/database-clock";
import { connect, type Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { openLane } from "./lane";
import { EXPIRED, isPaused, UNDER_WAY } from "./mail-state";
import {
  describeTrouble,
  isRefusal,
  isServerTrouble,
  type OutgoingMail,
  type SendMail,
  Unconfirmed,
  wordsOfTrouble,
} from "./transport";
import { ACCOUNT_MAILS, isTemplate } from "./words";

type WorkerOptions = {
  databaseUrl: string;
  send: SendMail;
  log: Logger;
  /** Milliseconds a lane waits for one mail. */
  patience?: number;
};

/** How many mails are sent at once. */
const LANES = 3;
/** Its own: each lane’s, and one to mark what was left to itself. */
export const MAIL_CONNECTIONS = LANES + 1;
/** Honest servers answer within seconds; a lane leaves a slower one to itself and goes on. */
const PATIENCE = 15_000;
/** How many conversations each kind of lane leaves to themselves; past that it waits. */
const ASIDE_MAX = 10;
/** Longer than any conversation lasts (transport.ts): nobody else sends the mail meanwhile. */
const ASIDE_SECONDS = 720;
/** A refused mail (5xx) is given up after ten attempts, any other when it is three days old. */
const TRIES_MIN = 10;
const GIVE_UP_SECONDS = 3 * 24 * 3600;
/** A mail that was handed over and never confirmed has perhaps arrived each time. */
const UNCONFIRMED_MAX = 5;
const UNCONFIRMED_SECONDS = 900;

type Row = typeof outbox.$inferSelect;

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
 * releases it at once. A server that leaves a conversation hanging holds up no other mail: its row is put
 * off until the conversation must have ended, and marked whenever it does. Times are the database's.
 */
export function startMailWorker({ databaseUrl, send, log, patience = PATIENCE }: WorkerOptions) {
  // A slow mail server must not take the connections that answer requests.
  const { db, close } = connect(databaseUrl, { max: MAIL_CONNECTIONS });
  /**
   * On their way, or accepted by the server but not yet marked because the database went away: any lane
   * of this process that meets one again waits for the same delivery and only marks it.
   */
  const underway = new Map<string, Promise<string>>();

  function lane(only?: SQL) {
    const mine = and(waiting, only);
    const aside = new Map<string, Promise<unknown>>();

    /** Sends one due mail. Returns whether to continue with the next. */
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
      // Marked by now, or the transaction would have failed.
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

    /** Records a delivery that no lane waits for. */
    async function follow(sending: Promise<string>, row: Row): Promise<void> {
      await settles(sending);
      try {
        await record(db, sending, row);
        underway.delete(row.id);
        aside.delete(row.id);
      } catch (error) {
        // Without the database: the lane that meets it next marks it.
        log.error({ err: error }, "mail worker");
      }
    }

    async function nextDue(): Promise<number | null> {
      const [row] = await db
        .select({ at: min(outbox.nextAttemptAt) })
        .from(outbox)
        .where(and(mine, not(isPaused)));
      return row?.at ? row.at.getTime() - (await databaseNow(db)).getTime() : null;
    }

    return { ...openLane({ sendNext, nextDue, log }), aside };
  }

  /** Waits for a delivery and writes down how it ended. Returns whether the server is well. */
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
    log.info({ mail: row.id, template: row.template }, "mail sent");
    return true;
  }

  async function putOff(tx: Executor, row: Row, error: unknown) {
    const attempts = row.attempts + 1;
    const lastError = describeTrouble(error);
    const says = wordsOfTrouble(error);
    const unconfirmed = error instanceof Unconfirmed;
    log.warn({ mail: row.id, template: row.template, attempts, error: lastError }, "mail not sent");
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

  // One is kept for mails about accounts, and a letter to thousands holds up no other mail in the second.
  const lanes = [
    lane(inArray(outbox.template, [...ACCOUNT_MAILS])),
    lane(isNull(outbox.letterId)),
    lane(),
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
  /** Stops after the mails in flight, at most after `milliseconds`. */
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

/** Whether a promise settles, either way, within so many milliseconds. */
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
      // Once a token has been sent, only its owner has it; that there was one is known.
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
