import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { verifyAuditLog } from "@/backend/audit-log/verify-entries";
import { users } from "@/backend/db/schema/accounts";
import { editions, projects, submissions } from "@/backend/db/schema/applications";
import { auditEntries } from "@/backend/db/schema/audit-log";
import { decisionReleases, evaluationRecords } from "@/backend/db/schema/evaluations";
import { outbox } from "@/backend/db/schema/mail";
import { rounds } from "@/backend/db/schema/rounds";
import { firstRoundKey } from "@/backend/editions/rounds";
import { alteredRecords, changedScores } from "@/backend/evaluations/close/verify-record";
import { makeRound } from "@/backend/evaluations/rounds/administer-rounds";
import { projectHash } from "@/backend/project/receipt/canonical";
import { markReauthenticated } from "@/backend/users/sessions/reauthenticated";
import { DAY, HOUR } from "@/contract/durations";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import type { ActionPreview } from "@/contract/staff/preview";
import { times } from "../support/attack";
import { inLanguages } from "../support/in-languages";
import { evaluationBench, five } from "../support/people/evaluation";
import { CALLER_ADDRESS } from "../support/servers/backend";
import { testNodes } from "../support/servers/instance-process";
import { type Mood, testSmtp } from "../support/servers/smtp";

/*
 * Kills an instance during an action: closing an evaluation, releasing a stage with feedback, sending emails,
 * opening a round, or closing a round. Afterwards the action must be complete or have no effect.
 */

const PROJECTS = 500;
const SELECTED = 40;
/**
 * Milliseconds after a request at which the test kills the instance: before, during, and after its writes to the
 * database.
 */
const DELAYS = [5, 60, 250];

const bench = await evaluationBench({ now: new Date() });
const { db, deps, edition, makeEvaluator, makeUser } = bench;
const smtp = await testSmtp();
const startNode = testNodes();
const start = () => startNode(deps.config, { SMTP_URL: smtp.url });
let node = await start();

/**
 * Sends a request to the instance. Returns the response, or null if the instance stops before the response is complete.
 */
async function post(path: string, token: string, body: object) {
  const headers = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    "X-Forwarded-For": CALLER_ADDRESS,
  };
  try {
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`${node.url}/wp-json/wp/v2/${path}`, init);
    return { status: answer.status, json: await answer.json() };
  } catch {
    return null;
  }
}

/**
 * Kills the instance some milliseconds after a request and starts a new instance. Returns the response, if there is
 * one.
 */
async function killedAfter<T>(ms: number, asked: Promise<T>): Promise<T> {
  await sleep(ms);
  node.child.kill("SIGKILL");
  const answer = await asked;
  node = await start();
  return answer;
}

async function seedProjects(count: number): Promise<string[]> {
  const people = await db
    .insert(users)
    .values(
      Array.from({ length: count }, (_, n) => ({
        email: `p${n}@example.org`,
        firstName: "Ada",
        lastName: `Rossi ${n}`,
        language: n % 2 === 0 ? ("it" as const) : ("en" as const),
        emailConfirmedAt: deps.now(),
      })),
    )
    .returning();
  const sent = { editionId: edition.id, version: 1, sentAt: edition.opensAt };
  const rows = await db
    .insert(projects)
    .values(people.map(({ id }) => ({ ...sent, userId: id, fields: {}, sentVersion: 1 })))
    .returning();
  await db.insert(submissions).values(
    rows.map(({ id }, n) => {
      const project = { ...EMPTY_PROJECT, nome: `Progetto ${n}`, idea: "Un’idea" };
      const number = `${edition.year}-${String(n + 1).padStart(6, "0")}`;
      return { ...sent, projectId: id, number, sha256: projectHash(project), project };
    }),
  );
  return rows.map(({ id }) => id);
}

/** Returns problems in the stored data: closed evaluations that differ from their scores, or a broken audit log. */
async function problems() {
  const changed = (await changedScores(db)).map(({ email }) => `scores of ${email}`);
  const { problem } = await verifyAuditLog(db);
  const found = [
    ...(await alteredRecords(db, firstRoundKey(edition.id))),
    ...changed,
    ...(problem ? [problem] : []),
  ];
  const { rows } = await db.execute<{ wrong: number }>(sql`
    select count(*)::int as wrong from decisions d
    where (d.release_id is null) = exists(select from outbox o where o.dedupe_key = 'decision:' || d.id)`);
  const silent = await db.execute<{ wrong: number }>(sql`
    select count(*)::int as wrong from decisions d
    where (d.release_id is not null and d.outcome = 'not_selected')
      <> exists(select from released_feedback f where f.decision_id = d.id)`);
  return [
    ...found,
    ...(rows[0]?.wrong ? [`${rows[0].wrong} decisions without their mail`] : []),
    ...(silent.rows[0]?.wrong ? [`${silent.rows[0].wrong} decisions without feedback`] : []),
  ];
}

test("a killed instance leaves each closing, release and opening complete or undone, and each email sent once", async () => {
  await db.update(editions).set({ feedback: true });
  const ids = await seedProjects(PROJECTS);
  const jury: Awaited<ReturnType<typeof makeEvaluator>>[] = [];
  for (let n = 0; n < times(DELAYS.length); n += 1) {
    const judge = await makeEvaluator();
    for (const [place, id] of ids.slice(0, 6).entries()) {
      await judge.save(id, { scores: five(9 - place, n % 10, 7, 6, 5) });
      const text = { text: `Un parere su ${place}`, language: "it", reasons: [] };
      expect((await post(`projects/${id}/feedback`, judge.token, text))?.status).toBe(200);
    }
    jury.push(judge);
  }

  for (const [turn, { token, id }] of jury.entries()) {
    const close = () => post("projects_evaluations", token, { closed: true });
    const answer = await killedAfter(DELAYS[turn % DELAYS.length] ?? 0, close());
    const own = await db.$count(evaluationRecords, sql`evaluator_id = ${id}`);
    if (answer?.status === 200) expect(own).toBe(1);
    expect((await close())?.status).toBe(own === 1 ? 409 : 200);
    expect(await problems()).toEqual([]);
  }
  const closed = await db.$count(outbox, sql`template = 'evaluation_closed'`);
  expect(closed).toBe(jury.length);

  const director = await makeUser({ roles: ["director"] });
  await markReauthenticated(db, director.sessionId, { byKey: true, now: new Date() });
  const stage = { edition: edition.year, stage: "pre_selected" };
  const act = async (path: string, body: object, part = "selection") => {
    const shown: ActionPreview = (await post(`staff/${part}/${path}`, director.token, body))?.json;
    const agreed = { plan: shown.plan, typed: shown.count, reason: "Riunione", anyway: true };
    return () => post(`staff/${part}/${path}`, director.token, { ...body, ...agreed });
  };
  const out = { projects: ids.slice(SELECTED), reasons: ["general.places"] };
  expect((await (await act("reasons", { ...stage, ...out }, "feedback"))())?.status).toBe(200);
  const pick = { pick: { ids: ids.slice(0, SELECTED) }, outcome: "selected" };
  expect((await (await act("decisions", { ...stage, ...pick }))())?.status).toBe(200);
  let kills = 0;
  for (const ms of DELAYS) {
    const release = await act("releases", stage);
    const answer = await killedAfter(ms, release());
    kills += 1;
    const made = await db.$count(decisionReleases);
    if (answer?.status === 200) expect(made).toBe(1);
    expect(await db.$count(outbox, sql`template like 'decision%'`)).toBe(made * PROJECTS);
    expect(await problems()).toEqual([]);
    if (made) break;
  }
  if ((await db.$count(decisionReleases)) === 0) {
    expect((await (await act("releases", stage))())?.status).toBe(200);
  }

  const moods: Mood[] = ["later", "cut", "slow", "well"];
  const hurry = () =>
    db.execute(
      sql`update outbox set next_attempt_at = now() where sent_at is null and failed_at is null and attempts > 0`,
    );
  for (const [turn, mood] of moods.entries()) {
    smtp.state.mood = mood;
    const before = await attempts();
    await expect.poll(async () => (await attempts()) > before, { timeout: 60_000 }).toBe(true);
    if (turn % 2 === 1) {
      node.child.kill("SIGKILL");
      kills += 1;
      node = await start();
    }
    if (turn === 2) {
      await smtp.goDown();
      await smtp.comeBack();
    }
    await hurry();
  }
  await expect
    .poll(
      async () => {
        await hurry();
        return db.$count(outbox, sql`sent_at is null`);
      },
      { timeout: 240_000, interval: 1_000 },
    )
    .toBe(0);
  const told = new Map<string, Set<string>>();
  for (const { to, messageId } of smtp.received) {
    for (const one of to) told.set(one, (told.get(one) ?? new Set()).add(messageId));
  }
  for (let n = 0; n < PROJECTS; n += 1)
    expect(told.get(`p${n}@example.org`)?.size, `p${n}`).toBe(1);
  expect(await problems()).toEqual([]);

  // Create a round with a start date in the past. The running instance, or the instance that replaces it, must open the
  // round.
  const now = new Date();
  const dates = {
    opensAt: new Date(now.getTime() - HOUR),
    closesAt: new Date(now.getTime() + DAY),
  };
  const readers = await Promise.all([makeEvaluator(), makeEvaluator()]);
  await makeRound(
    db,
    edition.year,
    {
      ...{
        names: inLanguages("Seconda lettura", "Second reading"),
        stage: "semifinalist",
        ...dates,
      },
      ...{ readings: null, weight: null, showsEarlier: false, isPublic: false },
      jury: readers.map(({ id }) => id),
    },
    { actor: "Rita", reason: "Prova", now },
  );
  const opened = async () => [
    await db.$count(rounds, sql`number = 2 and opened_at is not null`),
    await db.$count(auditEntries, sql`act = 'round.open'`),
    (await db.$count(outbox, sql`template = 'round_opened'`)) / readers.length,
  ];
  for (const ms of DELAYS) {
    node.child.kill("SIGKILL");
    node = await start();
    await killedAfter(ms, Promise.resolve());
    kills += 1;
    const [done] = await opened();
    expect(await opened()).toEqual([done, done, done]);
  }
  await expect.poll(opened, { timeout: 90_000 }).toEqual([1, 1, 1]);

  await markReauthenticated(db, director.sessionId, { byKey: true, now: new Date() });
  const closeTheRound = () => act(`${edition.year}/rounds/2/closing`, {}, "editions");
  const roundClosed = async () => [
    await db.$count(rounds, sql`number = 2 and closed_at is not null`),
    await db.$count(auditEntries, sql`act = 'round.close'`),
  ];
  for (const ms of DELAYS) {
    const answer = await killedAfter(ms, (await closeTheRound())());
    kills += 1;
    const [done] = await roundClosed();
    expect(await roundClosed()).toEqual([done, done]);
    if (answer?.status === 200) expect(done).toBe(1);
    if (done) break;
  }
  const [isClosed] = await roundClosed();
  if (!isClosed) expect((await (await closeTheRound())())?.status).toBe(200);
  expect(await roundClosed()).toEqual([1, 1]);
  expect(await problems()).toEqual([]);
  console.info(`${kills} kills, ${smtp.received.length} mails received for ${told.size} people`);

  async function attempts(): Promise<number> {
    const { rows } = await db.execute<{ sum: number }>(
      sql`select coalesce(sum(attempts), 0)::int + count(sent_at)::int as sum from outbox`,
    );
    return rows[0]?.sum ?? 0;
  }
}, 600_000);
