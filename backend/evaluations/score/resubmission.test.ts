import { describe, expect, test } from "vitest";
import { ruleOf, SAVED_FIELDS } from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { EVERY_FIELD } from "@/tests/support/people/every-field";

const { makeSent, sendAgain, makeEvaluator } = await evaluationBench();
const evaluator = await makeEvaluator();

const FIVES = five(5, 5, 5, 5, 5);

/** An application with all answers except files (`fields`), and its values that evaluators cannot read (`text`). */
const EVERY_WRITTEN = {
  fields: Object.fromEntries(
    SAVED_FIELDS.map((name) => [name, EVERY_FIELD[name]]),
  ) as Partial<Project>,
  text: [
    ...SAVED_FIELDS.filter((name) => ruleOf(name).private).map((name) => String(EVERY_FIELD[name])),
    ...EVERY_FIELD.team.flatMap(({ phone, age, info }) => [phone, age, info]),
  ],
};

/** Creates a project that an evaluator scores and whose applicant then resubmits it. */
async function scoredThenSent(
  first: Partial<Project> = { nome: "Prima" },
  second: Partial<Project> = { nome: "Seconda" },
) {
  const { id, number: read } = await makeSent({ fields: first });
  await evaluator.save(id, { scores: FIVES });
  const again = await sendAgain(id, { fields: second });
  return { id, read, number: again.number };
}

/** Returns whether a project is marked as resubmitted. The list and the project page must agree. */
async function isMarked(id: string) {
  const one = (await evaluator.get(`projects/${id}`)).json;
  const { projects } = (await evaluator.get("projects?per_page=100")).json;
  const row = projects.find((project: { id: string }) => project.id === id);
  expect(row.sent_again).toBe(one.sent_again);
  return one.sent_again;
}

describe("a project resubmitted after scoring", () => {
  test("a resubmitted project is marked until a score confirms the version that was read", async () => {
    const { id, number } = await scoredThenSent();
    expect(await isMarked(id)).toBe(true);
    await evaluator.save(id, { note: "da rileggere" });
    expect(await isMarked(id)).toBe(true);
    const { json } = await evaluator.save(id, { scores: { impact: 6 }, read: number });
    expect(json).toMatchObject({ outdated: false, total: 53 });
    expect(await isMarked(id)).toBe(false);
  });

  test("confirming the scores removes the mark and changes no score", async () => {
    const { id, number } = await scoredThenSent();
    const { status, json } = await evaluator.save(id, { read: number });
    expect([status, json.outdated, json.total, json.version]).toEqual([200, false, 50, 2]);
    expect(await isMarked(id)).toBe(false);
    await sendAgain(id, { fields: { nome: "Terza" } });
    expect(await isMarked(id)).toBe(true);
  });

  test("a project resubmitted during the reading stays marked", async () => {
    const { id, read, number } = await scoredThenSent();
    expect((await evaluator.save(id, { scores: { impact: 9 }, read })).json.outdated).toBe(true);
    expect((await evaluator.save(id, { read })).json.outdated).toBe(true);
    expect(await isMarked(id)).toBe(true);
    expect((await evaluator.save(id, { read: number })).json.outdated).toBe(false);
  });

  test("a resubmitted project without valid scores is not marked", async () => {
    const { id, number } = await scoredThenSent();
    await evaluator.save(id, { scores: five(null, null, null, null, null), read: number });
    await sendAgain(id, { fields: { nome: "Terza" } });
    expect(await isMarked(id)).toBe(false);
    const stepped = await scoredThenSent();
    await evaluator.recuse(stepped.id);
    expect(await isMarked(stepped.id)).toBe(false);
    const { status, json } = await evaluator.save(stepped.id, { read: stepped.number });
    expect([status, json.code]).toEqual([409, "project_recused"]);
    await evaluator.takeBack(stepped.id);
    expect(await isMarked(stepped.id)).toBe(true);
  });

  test("a receipt number of another project is refused as the read version", async () => {
    const { id } = await scoredThenSent();
    const foreign = await scoredThenSent();
    for (const read of [foreign.number, "2026-999999", "' or 1=1"]) {
      const { status, json } = await evaluator.save(id, { read });
      expect([status, json.data.fields]).toEqual([422, { read: "invalid_choice" }]);
    }
    const empty = await evaluator.save(id, { read: " " });
    expect(empty.json.data.fields).toEqual({ read: "required" });
  });
});

describe("the earlier answers", () => {
  const file = (sha256: string) => ({
    id: "00000000-0000-4000-8000-00000000000f",
    field: "pitch" as const,
    name: "deck.pdf",
    size: 1,
    type: "application/pdf",
    sha256,
    uploaded_at: "2026-08-20T10:00:00.000Z",
  });
  const person = { name: "Ada", role: "CTO", phone: "+39 1", age: "age-30_50", info: "gb_ref-web" };
  const earlier = async (id: string) => (await evaluator.get(`projects/${id}`)).json.before;

  test("the earlier answers are the readable answers of the scored version that have changed", async () => {
    const first = {
      nome: "Uno",
      idea: "Prima",
      impatto: "Molto",
      pitch: file("a"),
      team: [person],
    };
    const { id, number } = await scoredThenSent(first, {
      ...first,
      idea: "Dopo",
      impatto: "",
      pitch: file("b"),
      team: [{ ...person, role: "CEO" }],
    });
    expect(await earlier(id)).toEqual({
      idea: "Prima",
      impatto: "Molto",
      pitch: file("a"),
      team: [{ name: "Ada", role: "CTO", phone: "", age: "", info: "" }],
    });
    await sendAgain(id, { fields: { ...first, idea: "Ancora dopo" } });
    expect(await earlier(id)).toEqual({ idea: "Prima" });
    await evaluator.save(id, { read: number });
    expect(await earlier(id)).toMatchObject({ idea: "Dopo", impatto: "" });
  });

  test("neither version shows an address, phone, or age to evaluators", async () => {
    const { fields, text } = EVERY_WRITTEN;
    const { id } = await scoredThenSent(fields, {
      ...fields,
      idea: "Dopo",
      team: [{ ...person, phone: "+39 2", age: "age-over_50" }],
    });
    const answer = JSON.stringify((await evaluator.get(`projects/${id}`)).json);
    expect(answer).toContain('"before":{"idea"');
    expect(answer).toContain(fields.referente_nome_e_cognome);
    for (const value of [...text, "+39 2", "age-over_50"]) expect(answer).not.toContain(value);
  });

  test("the earlier answers are empty when only private answers differ", async () => {
    const first = { nome: "Due", referente_telefono: "+39 1", team: [person] };
    const team = [{ ...person, phone: "+39 2", age: "age-over_50" }];
    const { id } = await scoredThenSent(first, { nome: "Due", referente_telefono: "+39 2", team });
    expect(await isMarked(id)).toBe(true);
    expect(await earlier(id)).toEqual({});
  });

  test("an evaluator without scores or with scores of the current version gets no earlier answers", async () => {
    const { id } = await scoredThenSent();
    const other = await makeEvaluator();
    expect((await other.get(`projects/${id}`)).json).toMatchObject({
      sent_again: false,
      before: {},
    });
  });
});
