import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Stage } from "@/contract/evaluation/funnel";
import type { Application } from "@/contract/staff/application";
import { five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { editions } from "../../db/schema/applications";
import { assignedReadings, assignments } from "../../db/schema/assignment";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

const bench = await funnelBench();
const { api, clock, db, edition, makeApplicant, makeEvaluator, makeUser, freshToken } = bench;
const director = await makeUser({ roles: ["director"] });
const [alfa, beta] = [await makeApplicant("Alfa"), await makeApplicant("Beta")];
const draft = await makeUser();
const jury = [await makeEvaluator(), await makeEvaluator(), await makeEvaluator()];
const [one, two, three] = jury as [(typeof jury)[0], (typeof jury)[0], (typeof jury)[0]];

async function page(id: string) {
  const token = await freshToken(director);
  const { status, json } = await api("GET", `wp/v2/staff/applications/${id}`, { token });
  expect(status).toBe(200);
  return json as Application;
}
const at = async (instant: string) => {
  clock.now = new Date(instant);
  await markReauthenticated(db, director.sessionId, { byKey: true, now: clock.now });
};
async function make(path: string, body: object) {
  const post = async (more: object) => {
    const given = { edition: edition.year, ...body, ...more };
    const token = await freshToken(director);
    return (await api("POST", `wp/v2/staff/selection/${path}`, { token, body: given })).json;
  };
  const { plan, count } = await post({});
  expect((await post({ plan, reason: "Riunione", typed: count, anyway: true })).done).toBe(true);
}
const stage: Stage = "pre_selected";
const all = (score: number) => ({ scores: five(score, score, score, score, score) });
/** Returns what the page shows about readings, closed evaluations, rank, and decisions. */
async function said(id = alfa.id) {
  const { coverage, jury, result, decisions, happened } = await page(id);
  const told = happened.flatMap((row) =>
    row.kind === "event" && row.type === "decision" ? [row.facts.outcome] : [],
  );
  return {
    coverage: coverage && Object.values(coverage).join(),
    jury: `${jury.closed}/${jury.all} ${jury.open}`,
    rank: result?.rank ?? null,
    decisions: decisions.map((row) => `${row.outcome} ${row.released_at !== null}`).join(),
    told: told.join(),
  };
}
const NOTHING = { coverage: null, jury: "0/3 false", rank: null, decisions: "", told: "" };

/**
 * Steps of one edition in order: a name, a time, an action, and what the page of Alfa shows afterwards.
 * `coverage` lists read, half, recused, unread, and closed unread.
 */
const MOMENTS: [string, string, () => Promise<unknown>, Partial<typeof NOTHING> | object][] = [
  ["open", "2026-08-20T10:00:00Z", async () => {}, NOTHING],
  ["last evening", "2026-09-30T20:00:00Z", () => one.save(alfa.id, all(9)), NOTHING],
  ["grace", "2026-09-30T22:10:00Z", async () => {}, NOTHING],
  [
    "reading",
    "2026-10-10T10:00:00Z",
    async () => {
      await two.save(alfa.id, { scores: five(5) });
      await three.save(beta.id, all(4));
    },
    { ...NOTHING, coverage: "1,1,0,1,0" },
  ],
  [
    "one closed",
    "2026-10-20T10:00:00Z",
    () => two.close(),
    { ...NOTHING, coverage: "1,0,0,1,1", jury: "1/3 false" },
  ],
  [
    "all closed",
    "2026-10-30T10:00:00Z",
    async () => {
      await one.close();
      await three.close();
    },
    { coverage: "1,0,0,0,2", jury: "3/3 true", rank: 1, decisions: "", told: "" },
  ],
  [
    "decided",
    "2026-11-05T10:00:00Z",
    () => make("decisions", { stage, outcome: "selected", pick: { ids: [alfa.id] } }),
    { decisions: "selected false", told: "" },
  ],
  [
    "released",
    "2026-11-06T10:00:00Z",
    () => make("releases", { stage }),
    { decisions: "selected true", told: "selected" },
  ],
  [
    "corrected",
    "2026-11-07T10:00:00Z",
    async () => {
      await make("corrections", { stage, outcome: "not_selected", ids: [alfa.id] });
      expect((await said()).decisions).toBe("selected true,not_selected false");
      await make("releases", { stage });
    },
    { decisions: "not_selected true", told: "not_selected,selected" },
  ],
];

test("the page of an application is correct at each time of an edition", async () => {
  for (const [name, instant, act, expected] of MOMENTS) {
    await at(instant);
    await act();
    expect({ name, ...(await said()) }).toMatchObject({ name, ...expected });
  }
  // Beta has one complete reading, so it has a rank.
  expect((await said(beta.id)).rank).toBe(2);
});

test("coverage is null for an unsent project and excludes evaluators without assignment", async () => {
  const token = await freshToken(draft);
  await db.update(editions).set({ closesAt: new Date("2026-12-31T23:00:00Z") });
  await api("POST", "wp/v2/project", { token, body: { nome: "Bozza" } });
  const { json } = await api("GET", "wp/v2/staff/applications?search=Bozza", {
    token: await freshToken(director),
  });
  expect((await said(json.applications[0].id)).coverage).toBeNull();
  const gamma = await makeApplicant("Gamma");
  expect((await said(gamma.id)).coverage).toBe("0,0,0,0,3");
  await db.insert(assignments).values({ editionId: edition.id, readings: 1, since: clock.now });
  await db.insert(assignedReadings).values({
    ...{ editionId: edition.id, projectId: gamma.id, evaluatorId: one.id },
  });
  expect((await said(gamma.id)).coverage).toBe("0,0,0,0,1");
  await db.delete(assignments).where(eq(assignments.editionId, edition.id));
});
