import { expect, test } from "vitest";
import type { EvaluatorRow } from "@/contract/staff/evaluators";
import { parseCsv } from "@/tests/support/made-files/unpack";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { invitations } from "../../db/schema/evaluations";
import { firstRoundKey } from "../../editions/rounds";
import { storeReadingPlan } from "../../evaluations/assignment/apply";

const bench = await evaluationBench({ now: new Date("2026-10-06T12:00:00.000Z") });
const { api, db, clock, edition, makeSent, makeEvaluator, makeUser } = bench;
const { token } = await makeUser({ roles: ["staff"] });
const stated = await makeEvaluator({ firstName: "Stella", lastName: "Stated" });
const recused = await makeEvaluator({ firstName: "Remo", lastName: "Recused" });
const owner = await makeEvaluator({ firstName: "Olga", lastName: "Owner" });
const taken = await makeEvaluator({ firstName: "Tea", lastName: "Taken" });
const [alfa, beta] = [
  await makeSent({ fields: { nome: "Alfa" } }),
  await makeSent({ fields: { nome: "Beta" } }),
];
const mine = await makeSent({ userId: owner.id, fields: { nome: "Mia" } });
await db
  .insert(invitations)
  .values({ editionId: edition.id, userId: stated.id, conflicts: ["alfa", "Altra impresa"] });
expect((await recused.recuse(beta.id)).status).toBe(204);
// A project that staff take from an evaluator is no conflict of interest of the evaluator.
await storeReadingPlan(db, firstRoundKey(edition.id), {
  ...{ readings: 1, readers: { [alfa.id]: [taken.id] }, now: clock.now },
});
await taken.save(alfa.id, { scores: five(3) });
const removal = { project: alfa.id, evaluator: taken.id };
const post = (body: object) =>
  api("POST", "wp/v2/staff/assignment/readings/removal", { token, body });
const { plan } = (await post(removal)).json;
const done = await post({ ...removal, plan, reason: "prova", anyway: true });
expect(done.json.done).toBe(true);

test("the jury list shows who has a conflict and with which projects, without reasons", async () => {
  const { json } = await api("GET", "wp/v2/staff/evaluators?state=conflicts", { token });
  expect(json.counts.conflicts).toBe(3);
  const found = json.evaluators.map((one: EvaluatorRow) => [one.name, one.conflict_projects]);
  expect(Object.fromEntries(found)).toEqual({
    "Olga Owner": [{ id: mine.id, name: "Mia", kind: "rule" }],
    "Remo Recused": [{ id: beta.id, name: "Beta", kind: "recused" }],
    "Stella Stated": [{ id: alfa.id, name: "Alfa", kind: "stated" }],
  });
  expect(JSON.stringify(json)).not.toContain("recusal");
});

test("the export of the filtered jury has a column for each kind of conflict", async () => {
  const columns = "person,stated,stated_projects,recused_projects,rule_projects";
  const query = `state=conflicts&format=csv&columns=${columns}`;
  const { response } = await api("GET", `wp/v2/staff/evaluators/export?${query}`, { token });
  const [, ...rows] = parseCsv((await response.text()).replace("\uFEFF", ""), ";");
  expect(rows).toEqual([
    ["Olga Owner", "", "", "", `Mia (${mine.number})`],
    ["Remo Recused", "", "", `Beta (${beta.number})`, ""],
    ["Stella Stated", "alfa; Altra impresa", `Alfa (${alfa.number})`, "", ""],
  ]);
});
