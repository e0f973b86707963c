import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { DAY, HOUR } from "@/contract/durations";
import { appHoldersOf, FACTOR } from "@/tests/support/people/app-holder";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { clockRuns } from "../db/schema/clock";
import { outbox } from "../db/schema/mail";
import { hurryFromFuture, queueMail } from "../mail/outbox";
import { every } from "./every";

/* Tests an instance whose clock is set a year ahead while users work, and is then corrected. */

const bench = await testBackend();
const { api, clock, db, deps } = bench;
const { login, signUp } = peopleOf(bench);
const { appHolder, challengeOf, codeOf, handIn } = appHoldersOf(bench);
const { prove } = keyHoldersOf(bench);
const RIGHT = clock.now;
const setAhead = () => {
  clock.now = new Date(RIGHT.getTime() + 365 * DAY);
};
const setRight = () => {
  clock.now = RIGHT;
};
afterEach(setRight);

test("failed attempts counted under a future date lock no account after the clock is corrected", async () => {
  const { email } = await signUp();
  setAhead();
  for (let n = 0; n < 10; n += 1) await login(email, OTHER_PASSWORD);
  expect(said(await login(email))).toEqual([429, "too_many_requests"]);
  setRight();
  expect((await login(email)).status).toBe(200);
  for (let n = 0; n < 10; n += 1) await login(email, OTHER_PASSWORD);
  expect(said(await login(email))).toEqual([429, "too_many_requests"]);
});

test("a code accepted under a future date does not lock the authenticator app after the clock is corrected", async () => {
  const { email, secret } = await appHolder();
  setAhead();
  expect((await handIn(await challengeOf(email), codeOf(secret))).status).toBe(200);
  setRight();
  expect((await handIn(await challengeOf(email), codeOf(secret))).status).toBe(200);
  expect(said(await handIn(await challengeOf(email), codeOf(secret)))).toEqual([409, "code_used"]);
});

test("a re-authentication under a future date is invalid after the clock is corrected", async () => {
  const person = await signUp();
  setAhead();
  const { access_token: token } = (await login(person.email)).json;
  expect((await prove(token)).status).toBe(204);
  setRight();
  for (const path of [`${PASSKEYS}/options`, `${FACTOR}/options`]) {
    expect((await api("POST", path, { token })).status).not.toBe(200);
  }
});

test("a refresh token used under a future date counts as a copy after the clock is corrected", async () => {
  const { refreshToken } = await signUp();
  const refresh = (refresh_token: string) =>
    api("POST", "wp/v2/users/login/refresh", { body: { refresh_token } });
  clock.now = new Date(RIGHT.getTime() + HOUR);
  const { json } = await refresh(refreshToken);
  setRight();
  expect((await refresh(refreshToken)).status).toBe(401);
  expect((await refresh(json.refresh_token)).status).toBe(401);
});

test("emails queued or postponed to a future date are sent after the clock is corrected, those of a letter at their pace", async () => {
  const mail = { template: "password_changed", userId: null, language: "it", data: {} } as const;
  for (const name of ["queued", "put-off", "soon"]) {
    await queueMail(db, { ...mail, recipient: `${name}@example.org` });
  }
  const year = sql`now() + interval '1 year'`;
  await db
    .update(outbox)
    .set({ createdAt: year, nextAttemptAt: year })
    .where(eq(outbox.recipient, "queued@example.org"));
  const put = { attempts: 2, nextAttemptAt: year };
  await db.update(outbox).set(put).where(eq(outbox.recipient, "put-off@example.org"));
  const soon = { attempts: 2, nextAttemptAt: sql`now() + interval '1 hour'` };
  await db.update(outbox).set(soon).where(eq(outbox.recipient, "soon@example.org"));
  await hurryFromFuture(deps);
  // Columns round times to milliseconds, so a stored time can be up to half a millisecond in the future.
  const soonest = sql`now() + interval '1 second'`;
  const due = await db
    .select({ recipient: outbox.recipient })
    .from(outbox)
    .where(
      sql`template = 'password_changed' and next_attempt_at <= ${soonest} and created_at <= ${soonest}`,
    )
    .orderBy(outbox.recipient);
  expect(due).toEqual([{ recipient: "put-off@example.org" }, { recipient: "queued@example.org" }]);
});

const log = pino({ level: "silent" });
const seedRun = (name: string, ms: number) =>
  db.insert(clockRuns).values({ job: name, startedAt: new Date(Date.now() + ms) });

test("a job whose last run is in the future runs immediately and then after its interval", async () => {
  await seedRun("ahead", 365 * DAY);
  const job = vi.fn(async () => {});
  const stop = every(HOUR, "ahead", job, { db, log });
  await vi.waitFor(() => expect(job).toHaveBeenCalledOnce());
  await stop();
  await every(HOUR, "ahead", job, { db, log })();
  expect(job).toHaveBeenCalledOnce();
});

test("an erasing job skips one turn when its last run is days ago, also at a start", async () => {
  const options = { db, log, atStart: true, erases: true };
  const job = vi.fn(async () => {});
  await seedRun("erases", -3 * DAY);
  await every(HOUR, "erases", job, options)();
  expect(job).not.toHaveBeenCalled();
  // After one skipped run, the job runs as usual.
  await every(HOUR, "erases", job, options)();
  expect(job).toHaveBeenCalledOnce();
  const other = vi.fn(async () => {});
  await seedRun("others", -3 * DAY);
  await every(HOUR, "others", other, { db, log, atStart: true })();
  expect(other).toHaveBeenCalledOnce();
});
