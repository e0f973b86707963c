import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { connect } from "@/backend/db/connect";
import { outbox } from "@/backend/db/schema/mail";
import { openTransport } from "@/backend/mail/transport";
import { startMailWorker } from "@/backend/mail/worker";
import { sendingBench } from "../support/people/sending";
import { testSmtp } from "../support/servers/smtp";
import { standbySource, testPair } from "../support/servers/standby";

const SAVERS = 8;
const SENDERS = 6;
/**
 * Milliseconds between two sends of applications, so that some sends are before, some during, and some after the
 * database failure.
 */
const APART = 400;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const source = await standbySource();
const smtp = await testSmtp();

/** Records the responses that applicants get while the primary database fails and the standby takes over. */
async function failOver({ waits }: { waits: boolean }) {
  const pair = await testPair(source, { waits });
  const { db, close } = connect(pair.url);
  const { api, deps, makeUser, complete, send } = await sendingBench({
    database: { db, url: pair.url },
  });
  const worker = startMailWorker({
    databaseUrl: pair.url,
    send: openTransport({ ...deps.config, SMTP_URL: smtp.url }),
    log: pino({ level: "silent" }),
  });
  smtp.received.length = 0;
  const told = { saved: 0, lost: 0, after: 0 };
  let isOver = false;
  let isPromoted = false;

  /**
   * Saves an application repeatedly. A version number that occurs twice means that the database lost a confirmed save.
   */
  async function write(token: string): Promise<void> {
    let version = 0;
    while (!isOver) {
      const late = isPromoted;
      const answer = await api("POST", "wp/v2/project", {
        token,
        body: { idea: `${Math.random()}` },
      });
      if (answer.status === 200) {
        const { projectVersion } = answer.json;
        told.lost += Math.max(0, version - projectVersion + 1);
        version = projectVersion;
        told.saved += 1;
        if (late) told.after += 1;
      } else {
        expect(answer.status).toBe(503);
        await pause(20);
      }
    }
  }

  /** Sends an application until the response contains a receipt. Returns the receipt's number. */
  async function receipt(token: string): Promise<string> {
    for (;;) {
      const { status, json } = await send(token);
      if (status === 200) return json.receipt.number;
      expect(status).toBe(503);
      await pause(100);
    }
  }

  /** Sends an application, and sends it again after the failover. Returns both receipt numbers. */
  async function sender(token: string, n: number): Promise<[string, string]> {
    await pause(APART * n);
    const number = await receipt(token);
    while (!isOver) await pause(20);
    return [number, await receipt(token)];
  }

  const people = await Promise.all(Array.from({ length: SAVERS }, () => makeUser()));
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => complete()));
  const sending = Promise.all(senders.map(({ token }, n) => sender(token, n)));
  const writing = Promise.all(people.map(({ token }) => write(token)));
  await pause(1_000);
  while (told.saved <= SAVERS) await pause(20);
  pair.part();
  await pause(500);
  const before = told.saved;
  await pair.killPrimary();
  await pair.promote();
  isPromoted = true;
  while (told.after < SAVERS * 3) await pause(20);
  isOver = true;
  await writing;
  const receipts = await sending;
  await expect.poll(() => db.$count(outbox, sql`sent_at is null`), { timeout: 20_000 }).toBe(0);
  await worker.stop();
  const submissions = await db.execute<{ number: string }>(sql`select number from submissions`);
  await close();
  const numbers = submissions.rows.map(({ number }) => number).sort();
  return { ...told, before, receipts, numbers, mails: smtp.received.map(({ to }) => to.join()) };
}

test("with a synchronous standby no confirmed write is lost or repeated when the primary fails", async () => {
  const { before, lost, after, receipts, numbers, mails } = await failOver({ waits: true });
  expect(before).toBeGreaterThan(SAVERS);
  expect(after).toBeGreaterThan(0);
  expect(lost).toBe(0);
  for (const [first, again] of receipts) expect(again).toBe(first);
  expect(numbers).toEqual(receipts.map(([number]) => number).sort());
  expect(mails).toHaveLength(SENDERS);
  expect(new Set(mails).size).toBe(SENDERS);
}, 90_000);

test("without a synchronous standby writes confirmed during the interruption are lost", async () => {
  const { lost } = await failOver({ waits: false });
  expect(lost).toBeGreaterThan(0);
}, 60_000);
