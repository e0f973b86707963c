import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { perLanguage } from "@/contract/languages";
import { textOf, walkOf } from "@/tests/support/browser/walk";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { pathOf, previewsOf, unasked } from "@/tests/support/staff-previews";
import { users } from "../db/schema/accounts";
import { projects } from "../db/schema/applications";
import { letters, outbox } from "../db/schema/mail";
import { reopenEvaluation } from "../evaluations/close/verify-record";
import { applyUndo } from "../selection/revise";
import { applySelection } from "../selection/select";
import { writeLetter } from "./letters/send-letter";

const WORD = "GIUDIZIO";
/** All GET endpoints for staff, some of them with several sets of parameters. */
const STAFF_READS = [
  ...walkOf({ template: ["evaluation_closed", "decision_pre_selected", "letter", "x"] })
    .filter(({ method, path }) => method === "GET" && path.startsWith("wp/v2/staff/"))
    .map(({ path }) => path),
  ...STAGE_IDS.map((stage) => `wp/v2/staff/selection/mails?edition=2026&stage=${stage}`),
];

/**
 * Creates a jury that has not finished: two evaluators have scored, and only one of them has closed the evaluation.
 * Runs staff actions, then returns all staff responses. Normalizes values that differ in each database, such as ids and
 * hashes.
 */
async function world(first: number, second: number) {
  const { db, api, clock, edition, makeSent, makeEvaluator, makeUser, deps } =
    await evaluationBench({
      now: new Date("2026-10-20T10:00:00.000Z"),
    });
  const [alfa, beta] = [
    await makeSent({ fields: { nome: "Alfa" } }),
    await makeSent({ fields: { nome: "Beta" } }),
  ];
  // Give the applications the same owners and save times in every run.
  for (const [index, { id }] of [alfa, beta].entries()) {
    const [row] = await db
      .update(projects)
      .set({
        savedAt: new Date(clock.now.getTime() - index * 60_000),
        fields: { nome: ["Alfa", "Beta"][index] ?? "" },
      })
      .where(eq(projects.id, id))
      .returning();
    const email = `${index}@example.org`;
    await db
      .update(users)
      .set({ email })
      .where(eq(users.id, row?.userId ?? ""));
  }
  // Lists of evaluators are ordered by name. Different names make this order the same in every run.
  const closed = await makeEvaluator({ email: "closed@example.org", lastName: "Amato" });
  const open = await makeEvaluator({ email: "open@example.org", lastName: "Bruno" });
  for (const { save } of [closed, open]) {
    await save(alfa.id, {
      scores: five(first, first, first, first, first),
      note: `${WORD} ${first}`,
    });
    await save(beta.id, { scores: five(second, second, second, second, second), note: WORD });
  }
  // Staff see how many evaluators read each project only after at least three evaluators have begun to score.
  const third = await makeEvaluator({ email: "third@example.org", lastName: "Conte" });
  await third.save(alfa.id, { scores: five(second), note: WORD });
  expect((await closed.close()).status).toBe(200);
  const act = { actor: "Rita", reason: "prova", now: clock.now };
  const choice = { edition, stage: "pre_selected" as const, graceMinutes: 15 };
  const chosen = await applySelection(db, { ...choice, pick: { top: 1, ties: "in" } }, act, true);
  expect(chosen.blocked).not.toEqual([]);
  await applyUndo(db, { ...choice, names: "all" }, act, true);
  await reopenEvaluation(db, { email: closed.email, year: 2026 }, act);
  const texts = perLanguage(() => ({ subject: "Grazie", text: "Ci risentiamo presto." }));
  const selection = { audience: "applications" as const, ids: [alfa.id] };
  const letter = { selection, texts, config: deps.config };
  expect((await writeLetter(db, letter, act)).count).toBe(1);
  const [queued] = await db.update(letters).set({ createdAt: clock.now }).returning();
  // Give emails fixed times, because the database's clock has set times that differ in every run.
  const mails = await db.select().from(outbox).orderBy(asc(outbox.createdAt));
  for (const [index, { id }] of mails.entries()) {
    const at = new Date(clock.now.getTime() + index * 60_000);
    await db.update(outbox).set({ createdAt: at, nextAttemptAt: at }).where(eq(outbox.id, id));
  }
  const seen: string[] = [];
  const callers = ["staff", "director", "auditor"] as const;
  const tokens = new Map<string, string>();
  for (const role of callers) {
    // Lists of colleagues are ordered by name. Different names make this order the same in every run.
    const person = { email: `${role}@example.org`, lastName: role };
    const { token } = await makeUser({ ...person, roles: [role] });
    tokens.set(role, token);
  }
  const people = await db.select().from(users).orderBy(users.createdAt);
  for (const [index, { id }] of people.entries()) {
    const createdAt = new Date(clock.now.getTime() + index * 60_000);
    await db.update(users).set({ createdAt }).where(eq(users.id, id));
  }
  const about = {
    ...{ application: alfa.id, receipt: alfa.number, evaluator: closed.id },
    ...{ mail: mails[0]?.id ?? "", letter: queued?.id ?? "" },
  };
  for (const role of callers) {
    const token = tokens.get(role);
    const keep = async (path: string, response: Response) => {
      const text = await textOf(response);
      seen.push(`${role} ${path} ${text}`.replaceAll(/[0-9a-f]{64}|[0-9a-f-]{36}/g, "…"));
    };
    for (const path of STAFF_READS) {
      await keep(path, (await api("GET", pathOf(path, about), { token })).response);
    }
    for (const { path, body } of previewsOf(about)) {
      await keep(`POST ${path}`, (await api("POST", path, { token, body })).response);
    }
  }
  expect(unasked(about)).toEqual([]);
  return { seen, numbers: [alfa.number, beta.number] };
}

test("no staff response depends on scores or on the order of two projects", async () => {
  const one = await world(9, 2);
  const other = await world(1, 8);
  expect(one.seen).toEqual(other.seen);
  const whole = one.seen.join("\n");
  expect(whole).toContain("funnel.select");
  expect(whole).toContain("closed@example.org");
  expect(whole).toContain("Ci risentiamo presto.");
  expect(whole).toContain('"readings":2,"projects":2');
  expect(whole).toContain('"coverage":{"read":2,"begun":1,"recused":0,"unread":0,"missed":0}');
  expect(whole).not.toContain(WORD);
  // Email previews and column names do not depend on scores, so the test skips them.
  const told = one.seen
    .filter((answer) => !/staff\/(mail-templates|exports)/.test(answer))
    // Remove the request's URL from the response, because it contains the word "scores".
    .map((answer) => answer.replace("rows=scores", ""))
    .join("\n");
  for (const hidden of ["score", "rank"]) expect(told).not.toContain(hidden);
  expect(whole.match(/POST wp\/v2\/staff\/selection\/\S+ 403/g)?.length).toBeGreaterThan(10);
  expect(whole.match(/POST \S+ 200/g)?.length).toBeGreaterThan(30);
  const named = /staff\/(applications|people\/export|mails\/export|assignment\/(matrix|readings))/;
  const elsewhere = one.seen.filter((answer) => !named.test(answer)).join("\n");
  for (const hidden of [...one.numbers, "Alfa"]) expect(elsewhere).not.toContain(hidden);
  const scores = one.seen.filter((answer) => /applications\/x\/evaluations/.test(answer));
  expect(scores.length).toBeGreaterThan(5);
  for (const answer of scores) expect(answer).toMatch(/ 40[34] /);
  expect(STAFF_READS.length).toBeGreaterThan(5);
  // The test sends requests to all endpoints three times in each of two databases, so it needs a long time limit.
}, 240_000);
