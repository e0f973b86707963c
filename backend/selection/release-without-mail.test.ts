import { like, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import type { ActionPreview } from "@/contract/staff/preview";
import { five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { testSmtp } from "@/tests/support/servers/smtp";
import { editions } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { openTransport } from "../mail/transport";
import { startMailWorker } from "../mail/worker";
import { markReauthenticated } from "../users/sessions/reauthenticated";

const PROJECTS = 6;
const SELECTED = 2;

const bench = await funnelBench();
const { api, clock, db, deps, edition, makeApplicant, makeEvaluator, makeUser } = bench;
const smtp = await testSmtp();
const config = { ...deps.config, SMTP_URL: smtp.url };
const worker = startMailWorker({
  ...{ databaseUrl: config.DATABASE_URL, send: openTransport(config) },
  log: pino({ level: "silent" }),
});
afterAll(() => worker.stop());

/** Makes the waiting emails due now instead of waiting for their retry time. */
async function hurry() {
  await db.execute(
    sql`update outbox set next_attempt_at = now() where sent_at is null and failed_at is null`,
  );
  worker.wake();
}

async function attempts(): Promise<number> {
  const [row] = await db
    .select({ sum: sql`coalesce(sum(${outbox.attempts}), 0)`.mapWith(Number) })
    .from(outbox);
  return row?.sum ?? 0;
}

test("a release with feedback loses nothing and sends each email once while the mail server fails", async () => {
  await db.update(editions).set({ feedback: true });
  const applicants = await Promise.all(
    Array.from({ length: PROJECTS }, (_, place) => makeApplicant(`Progetto ${place}`)),
  );
  const rejected = applicants.slice(SELECTED);
  const textOf = (place: number) => `PARERE-${place}-FINE`;
  const evaluator = await makeEvaluator();
  for (const [place, { id }] of applicants.entries()) {
    await evaluator.save(id, { scores: five(9 - place, 8, 7, 6, 5) });
    const body = { text: textOf(place), language: "it" };
    await api("POST", `wp/v2/projects/${id}/feedback`, { token: evaluator.token, body });
  }
  expect((await evaluator.close()).status).toBe(200);
  await db.delete(outbox);
  const director = await makeUser({ roles: ["director"] });
  await markReauthenticated(db, director.sessionId, { byKey: true, now: clock.now });
  const base = { edition: edition.year, stage: "pre_selected" };
  const post = (path: string, body: object) =>
    api("POST", `wp/v2/staff/${path}`, { token: director.token, body: { ...base, ...body } });
  /** Previews a staff action. Returns a function that executes it. */
  async function prepare(path: string, body: object) {
    const shown: ActionPreview = (await post(path, body)).json;
    const agreed = { plan: shown.plan, typed: shown.count, reason: "Riunione", anyway: true };
    return () => post(path, { ...body, ...agreed });
  }
  const ids = applicants.slice(0, SELECTED).map(({ id }) => id);
  const select = await prepare("selection/decisions", { pick: { ids }, outcome: "selected" });
  expect((await select()).json.done).toBe(true);
  const listed = await api("GET", "wp/v2/staff/feedback?stage=pre_selected", director);
  const texts = listed.json.projects.flatMap((one: { texts: { id: string }[] }) => one.texts);
  const approve = await prepare("feedback/approvals", {
    ids: texts.map(({ id }: { id: string }) => id),
  });
  expect((await approve()).json.done).toBe(true);

  // The server refuses all recipients before the release, while it runs, and afterwards.
  smtp.state.mood = "later";
  const [watched] = rejected;
  if (!watched) throw new Error("no rejected applicant");
  const decided = async (one: typeof watched) => (await one.timeline()).length > 0;
  const received = async ({ token }: { token: string }): Promise<string> =>
    JSON.stringify((await api("GET", "wp/v2/project/feedback", { token })).json.feedback);
  const release = await prepare("selection/releases", {});
  let isOver = false;
  const watching = (async () => {
    const states = new Set<string>();
    while (!isOver) {
      const [before, text, after] = [
        await decided(watched),
        (await received(watched)) !== "[]",
        await decided(watched),
      ];
      // Record whether the decision and its feedback are visible. Ignore readings between which the decision changed.
      if (before === after) states.add(`${before} ${text}`);
    }
    return states;
  })();
  expect((await release()).json.done).toBe(true);
  isOver = true;
  for (const state of await watching) expect(["true true", "false false"]).toContain(state);

  const ofRelease = like(outbox.template, "decision%");
  for (const mood of ["later", "cut"] as const) {
    smtp.state.mood = mood;
    const before = await attempts();
    await hurry();
    await vi.waitFor(async () => expect(await attempts()).toBeGreaterThanOrEqual(before + 3), {
      timeout: 30_000,
    });
    for (const [place, one] of rejected.entries()) {
      expect(await decided(one)).toBe(true);
      expect(await received(one)).toContain(textOf(SELECTED + place));
    }
    expect(await db.$count(outbox, ofRelease)).toBe(PROJECTS);
    expect(smtp.received).toEqual([]);
  }
  await smtp.goDown();
  await hurry();
  await smtp.comeBack();

  smtp.state.mood = "well";
  await vi.waitFor(
    async () => {
      await hurry();
      expect(await db.$count(outbox, sql`sent_at is null`)).toBe(0);
    },
    { timeout: 60_000, interval: 500 },
  );
  await hurry();
  const reached = smtp.received.flatMap(({ to }) => to);
  expect(reached.toSorted()).toEqual(applicants.map(({ email }) => email).toSorted());
  for (const [place, { email }] of applicants.entries()) {
    const mail = smtp.received.find(({ to }) => to.includes(email))?.source ?? "";
    expect(mail.includes(textOf(place)), email).toBe(place >= SELECTED);
  }
}, 120_000);
