import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testBackend } from "@/tests/support/servers/backend";
import { type Mood, testSmtp } from "@/tests/support/servers/smtp";
import { outbox } from "../db/schema/mail";
import type { Template } from "./messages";
import { queueMail } from "./outbox";
import { openTransport } from "./transport";
import { startMailWorker } from "./worker";

const { db, deps } = await testBackend();
const smtp = await testSmtp();
/** Milliseconds for which the mail server stays silent after receiving a mail: longer than any test. */
const EVER = 60_000;
let worker: ReturnType<typeof startMailWorker> | undefined;

function start({ silence = EVER, patience = 200 } = {}) {
  const config = { ...deps.config, SMTP_URL: smtp.url };
  const timeouts = { connection: 2000, greeting: 2000, conversation: 1500, silence };
  worker = startMailWorker({
    databaseUrl: config.DATABASE_URL,
    send: openTransport(config, timeouts),
    log: pino({ level: "silent" }),
    patience,
  });
  return worker;
}

async function queue(template: Template, count = 1) {
  for (let i = 0; i < count; i++) {
    await queueMail(db, {
      template,
      userId: null,
      recipient: `${template}-${i}@example.org`,
      language: "it",
      data: { first_name: "Giulia" },
    });
  }
}

const rows = () => db.select().from(outbox);
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 });
const sentOf = async (template: Template) =>
  (await db.select().from(outbox).where(eq(outbox.template, template))).filter(
    ({ sentAt }) => sentAt,
  ).length;
const mood = (now: Mood) => {
  smtp.state.mood = now;
};

beforeEach(async () => {
  await db.delete(outbox);
  smtp.received.length = 0;
  smtp.state.connections = 0;
  mood("well");
});
afterEach(async () => {
  const stopped = worker?.stop();
  // Stopping the SMTP server ends the hanging conversations.
  await smtp.goDown();
  await stopped;
  await smtp.comeBack();
});

test("SMTP conversations that hang after the message delay no other mail and hold no transaction", async () => {
  mood("stuck");
  await queue("confirm", 3);
  start();
  await until(() => expect(smtp.received).toHaveLength(3));
  mood("well");
  await queue("password_recovery");
  await queue("application_sent");
  worker?.wake();
  await until(async () => {
    expect(await sentOf("password_recovery")).toBe(1);
    expect(await sentOf("application_sent")).toBe(1);
  });
  // Retry, because a mail worker has an open transaction while it is between two SQL statements.
  await until(async () => {
    const open = await db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);
    expect(open.rows).toHaveLength(0);
    for (const row of (await rows()).filter(({ sentAt }) => !sentAt)) {
      expect(row.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 600_000);
    }
  });
  expect(smtp.received).toHaveLength(5);
});

test("emails about accounts are sent while any number of other mails hang", async () => {
  mood("stuck");
  await queue("application_sent", 30);
  start({ patience: 50 });
  // Each of two lanes (sending loops) has ten conversations in the background and waits for its eleventh, so the server
  // receives 22 mails.
  await until(() => expect(smtp.received).toHaveLength(22));
  mood("well");
  await queue("confirm");
  worker?.wake();
  await until(async () => expect(await sentOf("confirm")).toBe(1));
  expect(await sentOf("application_sent")).toBe(0);
});

test("a late confirmation is recorded, and the email is not sent again", async () => {
  mood("slow");
  await queue("confirm", 2);
  start();
  await until(async () => expect(await sentOf("confirm")).toBe(2));
  expect(smtp.received).toHaveLength(2);
  expect((await rows()).map(({ lastError }) => lastError)).toEqual([null, null]);
});

test("a server that stops answering before it has the message is abandoned early", async () => {
  mood("mute");
  await queue("confirm");
  start({ patience: EVER });
  await until(async () => expect((await rows())[0]?.attempts).toBeGreaterThan(0));
  mood("well");
  await until(async () => expect(await sentOf("confirm")).toBe(1));
  expect(smtp.received).toHaveLength(1);
});

test("an email that is never confirmed is marked as perhaps sent and retried later under the same id", async () => {
  mood("stuck");
  await queue("confirm");
  start({ silence: 1000 });
  const hurry = () => db.update(outbox).set({ nextAttemptAt: sql`now()` });
  for (let attempts = 1; attempts <= 4; attempts++) {
    await until(async () => expect((await rows())[0]?.attempts).toBe(attempts));
    const [row] = await rows();
    expect(row?.lastError).toMatch(/perhaps sent/);
    expect(row?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 600_000 * attempts);
    await hurry();
    worker?.wake();
  }
  await until(async () => expect((await rows())[0]?.failedAt).not.toBeNull());
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(1);
  expect(smtp.received).toHaveLength(5);
});
