import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { FUNNEL_STAGE_IDS } from "@/contract/evaluation/funnel";
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
/** Every reading, and those that ask for several parameters at once. */
const STAFF_READS = [
  ...walkOf({ template: ["evaluation_closed", "decision_pre_selected", "letter", "x"] })
    .filter(({ method, path }) => method === "GET" && path.startsWith("wp/v2/staff/"))
    .map(({ path }) => path),
  ...FUNNEL_STAGE_IDS.map((stage) => `wp/v2/staff/selection/mails?edition=2026&stage=${stage}`),
];

/**
 * A jury half-way: two have scored, one of them has closed, and what they gave has been acted upon all the same.
 * What staff may read of it, made equal in what is another in every world: ids and hashes.
 */
async function world(first: number, second: number) {
  const { db, api, clock, edition, makeSent, makeEvaluator, makeUser } = await evaluationBench({
    now: new Date("2026-10-20T10:00:00.000Z"),
  });
  const [alfa, beta] = [
    await makeSent({ fields: { nome: "Alfa" } }),
    await makeSent({ fields: { nome: "Beta" } }),
  ];
  // What staff see of applications is made equal, too: when they were saved, and whose they are.
  for (const [index, { id }] of [alfa, beta].entries()) {
    const [row] = await db
      .update(projects)
      .set({ savedAt: new Date(clock.now.getTime() - index * 60_000) })
      .where(eq(projects.id, id))
      .returning();
    const email = `${index}@example.org`;
    await db
      .update(users)
      .set({ email })
      .where(eq(users.id, row?.userId ?? ""));
  }
  const closed = await makeEvaluator({ email: "closed@example.org" });
  const open = await makeEvaluator({ email: "open@example.org" });
  for (const { save } of [closed, open]) {
    await save(alfa.id, {
      scores: five(first, first, first, first, first),
      note: `${WORD} ${first}`,
    });
    await save(beta.id, { scores: five(second, second, second, second, second), note: WORD });
  }
  // With a third one who has begun, staff are told how many have read it.
  const third = await makeEvaluator({ email: "third@example.org" });
  await third.save(alfa.id, { scores: five(second), note: WORD });
  expect((await closed.close()).status).toBe(200);
  const act = { actor: "Rita", reason: "prova", now: clock.now };
  const choice = { edition, stage: "pre_selected" as const, graceMinutes: 15 };
  const chosen = await applySelection(db, { ...choice, pick: { top: 1, ties: "in" } }, act, true);
  expect(chosen.blocked).not.toEqual([]);
  await applyUndo(db, { ...choice, names: "all" }, act, true);
  await reopenEvaluation(db, { email: closed.email, year: 2026 }, act);
  const texts = perLanguage(() => ({ subject: "Grazie", text: "Ci risentiamo presto." }));
  const letter = { selection: { ids: [alfa.id] }, texts };
  expect((await writeLetter(db, letter, act)).count).toBe(1);
  const [queued] = await db.update(letters).set({ createdAt: clock.now }).returning();
  // Mails are queued by the database's clock, which is another one in every world.
  const mails = await db.select().from(outbox).orderBy(asc(outbox.createdAt));
  for (const [index, { id }] of mails.entries()) {
    const at = new Date(clock.now.getTime() + index * 60_000);
    await db.update(outbox).set({ createdAt: at, nextAttemptAt: at }).where(eq(outbox.id, id));
  }
  const seen: string[] = [];
  const callers = ["staff", "director", "auditor"] as const;
  const tokens = new Map<string, string>();
  for (const role of callers) {
    const { token } = await makeUser({ email: `${role}@example.org`, roles: [role] });
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

test("no answer to staff tells what evaluators gave, or which of two came first", async () => {
  const one = await world(9, 2);
  const other = await world(1, 8);
  expect(one.seen).toEqual(other.seen);
  const whole = one.seen.join("\n");
  expect(whole.match(/funnel\.select/g)?.length).toBeGreaterThan(3);
  expect(whole).toContain("closed@example.org");
  expect(whole).toContain("Ci risentiamo presto.");
  // Readings are told, for everybody’s are counted; what they came to is not.
  expect(whole).toContain('"readings":2,"projects":2');
  expect(whole).toContain('"coverage":{"read":2,"begun":1,"recused":0,"unread":0,"missed":0}');
  expect(whole).not.toContain(WORD);
  // How mails look is the same text whatever was given.
  const told = one.seen.filter((answer) => !answer.includes("staff/mail-templates")).join("\n");
  for (const hidden of ["score", "rank"]) expect(told).not.toContain(hidden);
  // What is made known of the selection is that not everybody has closed; other acts are really shown.
  expect(whole.match(/POST wp\/v2\/staff\/selection\/\S+ 403/g)?.length).toBeGreaterThan(10);
  expect(whole.match(/POST \S+ 200/g)?.length).toBeGreaterThan(30);
  // Which they are is in the list of all that were sent, in the order of saving, and nowhere else.
  const elsewhere = one.seen.filter((answer) => !answer.includes("staff/applications")).join("\n");
  for (const hidden of [...one.numbers, "Alfa"]) expect(elsewhere).not.toContain(hidden);
  expect(STAFF_READS.length).toBeGreaterThan(5);
  // Every answer of two worlds, three times over.
}, 120_000);
