import { eq, isNull, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { testSmtp } from "@/tests/support/servers/smtp";
import { outbox } from "../db/schema/mail";
import { queueMail } from "./outbox";
import { openTransport } from "./transport";
import { retryDelay, startMailWorker } from "./worker";

const bench = await testBackend();
const { db, deps } = bench;
const { register, tokenFor } = peopleOf(bench);
const smtp = await testSmtp();
const workers: ReturnType<typeof startMailWorker>[] = [];

function start() {
  const config = { ...deps.config, SMTP_URL: smtp.url };
  const send = openTransport(config, {
    connection: 500,
    greeting: 500,
    conversation: 1500,
    silence: 1500,
  });
  const log = pino({ level: "silent" });
  const worker = startMailWorker({ databaseUrl: config.DATABASE_URL, send, log });
  workers.push(worker);
  return worker;
}

async function queue(count: number) {
  for (let i = 0; i < count; i++) {
    await queueMail(db, {
      template: "password_changed",
      userId: null,
      recipient: `person-${i}@example.org`,
      language: "it",
      data: { first_name: "Giulia" },
    });
  }
}

const rows = () => db.select().from(outbox);
const sent = async () => (await rows()).filter(({ sentAt }) => sentAt).length;
const untilSent = (count: number) =>
  vi.waitFor(async () => expect(await sent()).toBe(count), { timeout: 15_000, interval: 50 });
const untilTried = (attempts: number) =>
  vi.waitFor(
    async () =>
      expect(Math.min(...(await rows()).map((row) => row.attempts))).toBeGreaterThanOrEqual(
        attempts,
      ),
    { timeout: 15_000, interval: 50 },
  );
/** Makes all mails that wait for a retry due now. */
const hurry = () => db.update(outbox).set({ nextAttemptAt: sql`now() - interval '1 second'` });

/** Ends the database connections that lock a mail, as a killed worker or a restarted database does. */
const breakOff = () =>
  db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`);

beforeEach(async () => {
  await db.delete(outbox);
  smtp.received.length = 0;
  smtp.state.mood = "well";
  smtp.state.connections = 0;
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

describe("the mail worker", () => {
  test("the mail worker sends a registration's email and then deletes its token", async () => {
    const { email } = await register();
    const token = await tokenFor(email);
    start();
    await untilSent(1);
    expect(smtp.received[0]?.to).toEqual([email]);
    expect(smtp.received[0]?.source.replaceAll("=\n", "").replaceAll("=3D", "=")).toContain(
      `https://slancio.example/registration/confirm?token=${token}`,
    );
    expect(JSON.stringify(await rows())).not.toContain(token);
  });

  test("the mail worker is notified of emails in its own process, and finds those of other processes by polling", async () => {
    const worker = start();
    await vi.waitFor(() => expect(worker.idle()).toBe(true));
    await queue(1);
    worker.wake();
    await vi.waitFor(async () => expect(await sent()).toBe(1), { timeout: 1000, interval: 20 });
    await queue(1);
    await untilSent(2);
  });

  test("three mail workers send 60 emails once each", async () => {
    await queue(60);
    for (let i = 0; i < 3; i++) start();
    await untilSent(60);
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(60);
    expect(smtp.received).toHaveLength(60);
  });

  test("an email's message id is the id of its row at each attempt", async () => {
    await queue(1);
    const [row] = await rows();
    start();
    await untilSent(1);
    expect(smtp.received[0]?.messageId).toBe(`<${row?.id}@slancio.example>`);
  });

  test("a server that is down loses no email, and all are sent when it is back", async () => {
    await smtp.goDown();
    await queue(5);
    start();
    await vi.waitFor(async () => expect((await rows()).some((row) => row.lastError)).toBe(true));
    expect(await sent()).toBe(0);
    await smtp.comeBack();
    await untilSent(5);
    expect(smtp.received).toHaveLength(5);
  });

  test("a silent mail server is abandoned and tried again", async () => {
    smtp.state.mood = "silent";
    await queue(2);
    start();
    await untilTried(1);
    smtp.state.mood = "well";
    await untilSent(2);
    expect(smtp.received).toHaveLength(2);
  });

  test("a late confirmation by the server is awaited and causes no duplicate", async () => {
    smtp.state.mood = "slow";
    await queue(4);
    start();
    await untilSent(4);
    expect(smtp.received).toHaveLength(4);
  });

  test("an email whose connection is cut before the confirmation is retried under the same id", async () => {
    smtp.state.mood = "cut";
    await queue(1);
    start();
    await untilTried(1);
    smtp.state.mood = "well";
    await untilSent(1);
    expect(smtp.received).toHaveLength(1);
  });

  test("a temporary refusal (4xx) postpones one email and does not delay the others", async () => {
    smtp.state.mood = "later";
    await queue(3);
    const worker = start();
    await untilTried(1);
    const waits = (await rows()).map((row) => row.nextAttemptAt.getTime() - Date.now());
    expect(Math.min(...waits)).toBeGreaterThan(10_000);
    smtp.state.mood = "well";
    await hurry();
    worker.wake();
    await untilSent(3);
    expect(smtp.received).toHaveLength(3);
  });

  test("an email permanently refused (5xx) fails after ten attempts and is kept for the operator", async () => {
    smtp.state.mood = "never";
    await queue(1);
    const worker = start();
    for (let i = 1; i <= 10; i++) {
      await untilTried(i);
      await hurry();
      worker.wake();
    }
    const [row] = await rows();
    expect(row?.failedAt).not.toBeNull();
    expect(row?.lastError).toContain("550");
    smtp.state.mood = "well";
    await worker.stop();
    expect(await sent()).toBe(0);
  });

  test("an email accepted while the database connection broke is marked as sent and not sent again", async () => {
    smtp.state.mood = "slow";
    await queue(1);
    start();
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 5000 });
    await breakOff();
    await untilSent(1);
    expect(smtp.received).toHaveLength(1);
  });

  test("an email whose worker died is available to the next worker immediately", async () => {
    smtp.state.mood = "silent";
    await queue(1);
    const dying = start();
    await vi.waitFor(() => expect(smtp.state.connections).toBeGreaterThan(0));
    const ended = dying.stop();
    smtp.state.mood = "well";
    start();
    await breakOff();
    await untilSent(1);
    await ended;
    expect(smtp.received).toHaveLength(1);
  });

  test("a stopped mail worker finishes the email in progress", async () => {
    smtp.state.mood = "slow";
    await queue(1);
    const worker = start();
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 5000 });
    await worker.stop();
    expect(await sent()).toBe(1);
  });

  test("an email that has expired when it is due is not sent", async () => {
    await queue(2);
    const [first] = await rows();
    const past = new Date(Date.now() - 1000);
    await db
      .update(outbox)
      .set({ expiresAt: past })
      .where(eq(outbox.id, first?.id ?? ""));
    await db
      .update(outbox)
      .set({ expiresAt: new Date(Date.now() + 60_000) })
      .where(isNull(outbox.expiresAt));
    start();
    await untilSent(1);
    expect(smtp.received).toHaveLength(1);
    expect((await rows()).find(({ id }) => id === first?.id)).toMatchObject({
      sentAt: null,
      lastError: "expired",
    });
  });

  test("an email with an unknown template is marked as failed", async () => {
    await queue(1);
    await db.update(outbox).set({ template: "of_old" });
    start();
    await vi.waitFor(async () => expect((await rows())[0]?.failedAt).not.toBeNull());
    expect((await rows())[0]?.lastError).toBe("unknown template");
  });
});

describe("the outbox", () => {
  test("an email queued in a failed transaction is not queued", async () => {
    await expect(
      db.transaction(async (tx) => {
        await queueMail(tx, mailOf("one"));
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await rows()).toHaveLength(0);
  });

  test("emails with the same key are queued once", async () => {
    await Promise.all(Array.from({ length: 10 }, () => queueMail(db, mailOf("same"))));
    expect(await db.select().from(outbox).where(eq(outbox.dedupeKey, "same"))).toHaveLength(1);
  });

  function mailOf(dedupeKey: string) {
    const who = { userId: null, recipient: "a@example.org", language: "it" as const };
    return { ...who, template: "already_registered" as const, dedupeKey };
  }
});

test("the time between attempts grows, but stays short for a server that is down", () => {
  expect([0, 1, 2, 8, 20].map((n) => retryDelay(n, false))).toEqual([15, 30, 60, 3600, 3600]);
  expect([0, 1, 2, 8, 20].map((n) => retryDelay(n, true))).toEqual([1, 2, 4, 30, 30]);
});
