import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { ActionPreview } from "@/contract/staff/preview";
import { five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { freshTexts } from "@/tests/support/people/letters";
import { verifyAuditLog } from "../audit-log/verify-entries";
import { editions } from "../db/schema/applications";
import { decisionReleases } from "../db/schema/evaluations";
import { feedback } from "../db/schema/feedback";
import { outbox } from "../db/schema/mail";
import { firstRoundKey } from "../editions/rounds";
import { storeReadingPlan } from "../evaluations/assignment/apply";
import { markReauthenticated } from "../users/sessions/reauthenticated";

/*
 * Number of people who run the same action concurrently. One request succeeds; the others fail because the preview has
 * changed.
 */

const AT_ONCE = 6;
const bench = await funnelBench();
const { api, clock, db, edition, makeApplicant, makeEvaluator, makeUser, mails } = bench;
const directors = [
  await makeUser({ roles: ["director"] }),
  await makeUser({ roles: ["director"] }),
];
for (const { sessionId } of directors)
  await markReauthenticated(db, sessionId, { byKey: true, now: clock.now });
const tokenOf = (turn: number) => directors[turn % directors.length]?.token ?? "";
const projects = [await makeApplicant("A"), await makeApplicant("B"), await makeApplicant("C")];
const [first, second, third] = projects.map(({ id }) => id);
const jury: Awaited<ReturnType<typeof makeEvaluator>>[] = [];
for (const score of [9, 7, 5, 3]) {
  const evaluator = await makeEvaluator();
  for (const [place, { id }] of projects.entries()) {
    const one = Math.max(0, score - place);
    await evaluator.save(id, { scores: five(one, one, one, one, one) });
  }
  jury.push(evaluator);
}
const person = await makeUser();
const [reader, other] = [await makeEvaluator(), await makeEvaluator()];
await db
  .update(editions)
  .set({ discussion: true, feedback: true })
  .where(eq(editions.id, edition.id));
const about = { editionId: edition.id, round: 1 };
const texts = await db
  .insert(feedback)
  .values(
    [
      { evaluatorId: jury[1]?.id ?? "", projectId: third ?? "" },
      { evaluatorId: jury[2]?.id ?? "", projectId: third ?? "" },
      { evaluatorId: jury[1]?.id ?? "", projectId: second ?? "" },
    ].map((one, index) => ({
      ...{ ...about, ...one, language: "it" as const, text: `Testo ${index}`, version: 1 },
    })),
  )
  .returning();
for (const evaluator of jury.slice(0, 3)) await evaluator.close();
const [text, asked, withheld] = texts.map(({ id }) => id);
await storeReadingPlan(db, firstRoundKey(edition.id), {
  readings: 4,
  readers: Object.fromEntries(projects.map(({ id }) => [id, jury.map((one) => one.id)])),
  now: clock.now,
});
const makeTag = async (name: string): Promise<string> => {
  const { json } = await api("POST", "wp/v2/staff/tags", { token: tokenOf(0), body: { name } });
  return json.id;
};
const [press, partner] = [await makeTag("stampa"), await makeTag("partner")];

const show = async (path: string, body: object, turn = 0): Promise<ActionPreview> => {
  const { status, json } = await api("POST", `wp/v2/staff/${path}`, { token: tokenOf(turn), body });
  expect([path, status, json.against]).toEqual([path, 200, json.against]);
  return json;
};
const make = (path: string, body: object, { plan, count }: ActionPreview, turn: number) =>
  api("POST", `wp/v2/staff/${path}`, {
    token: tokenOf(turn),
    body: { ...body, plan, typed: count, reason: "Riunione", anyway: true },
  });

const stage = { edition: edition.year, stage: "pre_selected" };
const pick = (...ids: (string | undefined)[]) => ({ ...stage, pick: { ids }, outcome: "selected" });
const invited = { email: "nuova@example.org", first_name: "Nuova", last_name: "Giurata" };
const ROUNDS = "editions/2026/rounds";
const round = {
  ...{ stage: "semifinalist", opens: "2026-12-10", closes: "2026-12-20" },
  names: { it: "Seconda lettura", en: "Second reading" },
};
/** Staff actions in the order in which the test runs them. Each action creates the state that the next action needs. */
const ACTS: [string, object][] = [
  ["applications/tags", { selection: { ids: [first] }, add: [press], remove: [] }],
  [`tags/${press}`, { name: "giornali", colour: "pink" }],
  [`tags/${press}/merge`, { into: partner }],
  [`tags/${partner}/deletion`, {}],
  ["assignment/readings", { project: first, evaluator: reader.id }],
  ["assignment/readings/fix", { project: first, evaluator: reader.id, fixed: false }],
  ["assignment/readings/swap", { project: first, evaluator: reader.id, to: other.id }],
  ["assignment/readings/removal", { project: first, evaluator: other.id }],
  [`assignment/evaluators/${reader.id}/readings`, { projects: [second, third] }],
  ["assignment/end", {}],
  ["discussions/chair", { edition: edition.year, evaluator: jury[0]?.id }],
  [ROUNDS, { ...round, jury: [jury[0]?.id] }],
  [`${ROUNDS}/2`, { weight: 60 }],
  [`${ROUNDS}/2/dates`, { closes: "2026-12-21" }],
  [`${ROUNDS}/2/jury`, { jury: [jury[0]?.id, jury[1]?.id] }],
  [`${ROUNDS}/2/removal`, {}],
  ["editions/2026/figures", { places: { semifinalist: 18 } }],
  ["applications/extension", { selection: { ids: [first] }, until: "2026-12-10" }],
  ["selection/opening", { edition: edition.year }],
  ["selection/decisions", pick(first, second)],
  ["selection/undoing", { ...stage, ids: [second] }],
  ["feedback/approvals", { ...stage, ids: [text] }],
  ["feedback/edits", { ...stage, id: text, text: "Più chiaro", language: "it", reasons: [] }],
  ["feedback/withholdings", { ...stage, ids: [withheld] }],
  ["feedback/questions", { ...stage, id: asked, question: "Che cosa manca?" }],
  ["feedback/reasons", { ...stage, projects: [second, third], reasons: ["general.places"] }],
  ["selection/releases", stage],
  ["selection/corrections", { ...stage, ids: [third], outcome: "selected" }],
  [`evaluators/${jury[0]?.id}/reopening`, {}],
  ["evaluators/invitations", { people: [{ ...invited, language: "it", capacity: null }] }],
  ["evaluators/dismissals", { selection: { ids: [jury[3]?.id] } }],
  ["letters", { selection: { ids: projects.map(({ id }) => id) }, texts: freshTexts() }],
  ["mails/pause", {}],
  ["mails/resumption", {}],
  [`people/${person.id}/email`, { email: "altra@example.org" }],
  [`people/${person.id}/deactivation`, {}],
  [`people/${person.id}/reactivation`, {}],
  [`people/${person.id}/deactivation`, {}],
  [`people/${person.id}/erasure`, {}],
  ["editions/2027/opening", { from: "2027-08-01", until: "2027-09-30" }],
  ["editions/2027/dates", { which: "closes", day: "2027-10-05" }],
  ["editions/2027/after-sending", { rule: "locked" }],
  ["editions/2026/clone", { to: 2028 }],
  ["editions/2028/removal", {}],
];

describe("concurrent actions", () => {
  test.each(ACTS)(
    "%s: one of several concurrent requests succeeds and the others get a new preview",
    async (path, body) => {
      const shown = await show(path, body);
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, turn) => make(path, body, shown, turn)),
      );
      const told = answers.map(({ status, json }) => [status, json.code ?? json.done]);
      const [made, ...others] = told.toSorted(([one], [other]) => Number(one) - Number(other));
      expect(made).toEqual([200, true]);
      // Requests for items that the first request deleted, such as a person's account, return 404.
      for (const one of others) {
        expect([
          [412, "plan_changed"],
          [404, "not_found"],
        ]).toContainEqual(one);
      }
    },
  );

  test("only one of two concurrent clones into one year succeeds", async () => {
    const plans = [
      await show("editions/2026/clone", { to: 2029 }),
      await show("editions/2027/clone", { to: 2029 }),
    ] as const;
    const answers = await Promise.all([
      make("editions/2026/clone", { to: 2029 }, plans[0], 0),
      make("editions/2027/clone", { to: 2029 }, plans[1], 1),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const late = answers.find(({ status }) => status === 412);
    expect(late?.json.data.current.against).toEqual([{ name: "edition_exists", count: 1 }]);
  });

  test("of two different evaluators named at once for the summaries, only one is named", async () => {
    const body = (evaluator: string | undefined) => ({ edition: edition.year, evaluator });
    const bodies = [body(jury[1]?.id), body(jury[2]?.id)] as const;
    const plans = [
      await show("discussions/chair", bodies[0]),
      await show("discussions/chair", bodies[1]),
    ] as const;
    const answers = await Promise.all([
      make("discussions/chair", bodies[0], plans[0], 0),
      make("discussions/chair", bodies[1], plans[1], 1),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const late = answers.find(({ status }) => status === 412);
    expect(late?.json.data.current.effects.map(({ name }: { name: string }) => name)).toEqual([
      "discussion_chair",
      "discussion_chair_before",
    ]);
  });

  test("a concurrent decision changes the preview in each order of the requests", async () => {
    const shown = await show("selection/decisions", { ...pick(first), stage: "semifinalist" });
    const taken = await show("selection/decisions", {
      ...pick(first),
      stage: "semifinalist",
      outcome: "not_selected",
    });
    const answers = await Promise.all([
      make("selection/decisions", { ...pick(first), stage: "semifinalist" }, shown, 0),
      make(
        "selection/decisions",
        { ...pick(first), stage: "semifinalist", outcome: "not_selected" },
        taken,
        1,
      ),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });
});

test("after all concurrent actions each person got one email and the hash chain is intact", async () => {
  expect(await db.$count(decisionReleases)).toBe(1);
  const told = await mails();
  expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(told.length);
  expect(told).toHaveLength(3);
  const copies = await db.select().from(outbox).where(eq(outbox.template, "letter"));
  expect(copies).toHaveLength(3);
  expect((await verifyAuditLog(db)).problem).toBeNull();
});
