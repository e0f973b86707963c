import { eq, isNotNull, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { freshTexts, LETTERS, letterBench } from "@/tests/support/people/letters";
import { testSmtp } from "@/tests/support/servers/smtp";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { openTransport } from "../../mail/transport";
import { startMailWorker } from "../../mail/worker";

const PEOPLE = 100;
/** Number of attempts after which the worker stops trying to send a refused email (backend/mail/worker.ts). */
const ATTEMPTS = 10;

const { db, deps, clock, edition, get, post, send, letterOf } = await letterBench();
const smtp = await testSmtp();
const workers: ReturnType<typeof startMailWorker>[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

function start() {
  const config = { ...deps.config, SMTP_URL: smtp.url };
  const databaseUrl = config.DATABASE_URL;
  const log = pino({ level: "silent" });
  const worker = startMailWorker({ databaseUrl, send: openTransport(config), log });
  workers.push(worker);
  return worker;
}

test("a letter to a server that refuses some of its recipients reaches all the others once", async () => {
  const accounts = await db
    .insert(users)
    .values(
      Array.from({ length: PEOPLE }, (_, index) => ({
        email: `to-${index}@example.org`,
        firstName: "Ada",
        lastName: `${index}`,
        emailConfirmedAt: clock.now,
      })),
    )
    .returning();
  await db.insert(projects).values(
    accounts.map(({ id: userId }) => ({
      ...{ editionId: edition.id, userId, fields: { nome: "Coro" }, version: 1 },
    })),
  );
  const numberOf = (address: string) => Number(/^to-(\d+)@/.exec(address)?.[1]);
  const isRefused = (address: string) => numberOf(address) % 7 === 0;
  const refused = accounts.filter(({ email }) => isRefused(email)).length;
  const putOff = new Set<string>();
  smtp.state.moodFor = (address) => {
    if (isRefused(address)) return "never";
    if (numberOf(address) % 5 !== 0 || putOff.has(address)) return "well";
    putOff.add(address);
    return "later";
  };
  const selection = { query: { search: "coro" }, count: PEOPLE };
  const body = { selection, texts: freshTexts() };
  const { made } = await send(body);
  expect(made.json).toMatchObject({ done: true, count: PEOPLE });
  const letter = await letterOf(made.json);
  const ofLetter = eq(outbox.letterId, letter);
  const leastAttempts = async () => {
    const [row] = await db
      .select({ least: sql<number>`min(${outbox.attempts})`.mapWith(Number) })
      .from(outbox)
      .where(ofLetter);
    return row?.least;
  };
  /** Makes the waiting emails due now instead of waiting for their retry time. */
  const hurry = () => db.update(outbox).set({ nextAttemptAt: sql`now() - interval '1 second'` });

  await hurry();
  const first = start();
  await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(30), { timeout: 30_000 });
  // The database ends the connections while the letter is being sent. Another mail worker then continues.
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`);
  await vi.waitFor(async () => expect(await leastAttempts()).toBe(1), { timeout: 30_000 });
  await first.stop();
  const second = start();
  const failed = () => db.$count(outbox, isNotNull(outbox.failedAt));
  for (let attempt = 2; attempt <= ATTEMPTS; attempt += 1) {
    await hurry();
    second.wake();
    const waiting = () =>
      db.$count(outbox, sql`sent_at is null and failed_at is null and attempts < ${attempt}`);
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 30_000 });
  }

  const reached = smtp.received.flatMap(({ to }) => to);
  expect(reached.toSorted()).toEqual(
    accounts
      .map(({ email }) => email)
      .filter((email) => !isRefused(email))
      .toSorted(),
  );
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(PEOPLE - refused);
  expect(await failed()).toBe(refused);
  const { letters } = await get(LETTERS);
  expect(letters[0].states).toMatchObject({ sent: PEOPLE - refused, failed: refused });
  expect(await get("wp/v2/staff/mails?address=rejecting")).toMatchObject({ total: refused });

  const { json: again } = await post(LETTERS, body);
  expect(again.count).toBe(0);
  expect(again.against).toEqual(
    expect.arrayContaining([
      { name: "letter_bounced", count: refused },
      { name: "letter_had", count: PEOPLE - refused },
    ]),
  );
});
