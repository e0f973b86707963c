import { describe, expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";

const bench = await evaluationBench();
const { makeSent, sendAgain, makeEvaluator, makeEdition, withdraw } = bench;
const old = await makeEdition({
  year: 2024,
  opensAt: new Date("2024-06-30T22:00:00.000Z"),
  closesAt: new Date("2024-09-30T22:00:00.000Z"),
});

function day(number: number) {
  return new Date(Date.UTC(2026, 6, number));
}
const alga = await makeSent({
  fields: {
    nome: "Àlga Madre",
    idea: "Perché buttarla? Un film dalle alghe, 100%_vero.",
    industry: "industry-biotech",
    tech: "tech-other",
  },
  sentAt: day(3),
});
const zolla = await makeSent({
  fields: { nome: "zolla", idea: "Carbone nel suolo", stage: "stage-ready" },
  sentAt: day(1),
});
const borgo = await makeSent({
  fields: { nome: "Borgo", idea: "Case riaperte nel suolo", tipologia_impresa: "ti-startup_pmi" },
  sentAt: day(2),
});
const gone = await makeSent({ fields: { nome: "Ritirato" }, sentAt: day(4) });
await withdraw(gone.id);
const past = await makeSent({ fields: { nome: "Del 2024" }, editionId: old.id });

const evaluator = await makeEvaluator();
const other = await makeEvaluator();

async function names(query = "") {
  const { status, json } = await evaluator.get(`projects${query}`);
  expect(status).toBe(200);
  return json.projects.map(({ nome }: { nome: string }) => nome);
}

describe("the evaluators' list", () => {
  test("the evaluators' list shows the sent projects of the current edition, newest first", async () => {
    expect(await names()).toEqual(["Àlga Madre", "Borgo", "zolla"]);
    expect(await names("?order=asc")).toEqual(["zolla", "Borgo", "Àlga Madre"]);
  });

  test("a list item has exactly the fields of the contract", async () => {
    const { json } = await evaluator.get("projects?search=alga");
    expect(json.projects).toEqual([
      {
        id: alga.id,
        nome: "Àlga Madre",
        idea: "Perché buttarla? Un film dalle alghe, 100%_vero.",
        tipologia_impresa: "ti-startup_innovativa",
        stage: "stage-prototype",
        industry: "industry-biotech",
        tech: "tech-other",
        sent_at: "2026-07-03T00:00:00.000Z",
        evaluation: null,
        sent_again: false,
        assigned_because: [],
      },
    ]);
    expect(json).toMatchObject({ closed: false, closed_at: null, evaluationDeadlineAt: null });
    expect(json.criteria.map(({ weight }: { weight: number }) => weight)).toEqual([
      30, 20, 20, 15, 15,
    ]);
  });

  test("the list sorts names regardless of case and accents", async () => {
    expect(await names("?orderby=nome&order=asc")).toEqual(["Àlga Madre", "Borgo", "zolla"]);
    expect(await names("?orderby=nome&order=desc")).toEqual(["zolla", "Borgo", "Àlga Madre"]);
  });

  test.each([
    ["?industry=industry-biotech", ["Àlga Madre"]],
    ["?tech=tech-iot", ["Borgo", "zolla"]],
    ["?stage=stage-ready", ["zolla"]],
    ["?tipologia_impresa=ti-startup_pmi", ["Borgo"]],
    ["?tech=tech-iot&stage=stage-ready", ["zolla"]],
    ["?industry=industry-media", []],
  ])("the list filters by %s", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test.each([
    ["ALGA", ["Àlga Madre"]],
    ["perche", ["Àlga Madre"]],
    ["PERCHÉ", ["Àlga Madre"]],
    ["suolo", ["Borgo", "zolla"]],
    ["suolo case", ["Borgo"]],
    ["dall", ["Àlga Madre"]],
    ["100%_vero", ["Àlga Madre"]],
    ["%", ["Àlga Madre"]],
    ["s_olo", []],
    ["\\", []],
    ["' or 1=1 --", []],
    ["   ", ["Àlga Madre", "Borgo", "zolla"]],
  ])("the list searches name and idea for %s", async (search, expected) => {
    expect(await names(`?search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  test("the list counts pages and is empty after the last page", async () => {
    const { json, headers } = await evaluator.get("projects?per_page=2&page=2");
    expect(json.projects.map(({ nome }: { nome: string }) => nome)).toEqual(["zolla"]);
    expect([headers.get("x-wp-total"), headers.get("x-wp-totalpages")]).toEqual(["3", "2"]);
    const beyond = await evaluator.get("projects?per_page=2&page=9");
    expect([beyond.status, beyond.json.projects]).toEqual([200, []]);
    expect(beyond.headers.get("x-wp-total")).toBe("3");
    const none = await evaluator.get("projects?industry=industry-media");
    expect([none.headers.get("x-wp-total"), none.headers.get("x-wp-totalpages")]).toEqual([
      "0",
      "0",
    ]);
  });

  test("the list selects an edition by year and returns 404 for an unknown year", async () => {
    expect(await names("?edition=2024")).toEqual(["Del 2024"]);
    expect((await evaluator.get("projects?edition=2025")).status).toBe(404);
  });

  test.each([
    ["page=0", "page"],
    ["page=due", "page"],
    ["per_page=101", "per_page"],
    ["per_page=0", "per_page"],
    ["state=done", "state"],
    ["orderby=email", "orderby"],
    ["orderby=nome;drop table users", "orderby"],
    ["order=up", "order"],
    ["industry=biotech", "industry"],
    ["edition=domani", "edition"],
    [`search=${"x".repeat(201)}`, "search"],
  ])("the query %s returns 422 with the name of the field", async (query, field) => {
    const { status, json } = await evaluator.get(`projects?${query}`);
    expect([status, json.code, Object.keys(json.data.fields)]).toEqual([
      422,
      "invalid_fields",
      [field],
    ]);
  });
});

describe("the caller's own work in the list", () => {
  test("states, counts, and totals of the list are the caller's own", async () => {
    await evaluator.save(alga.id, { scores: five(10, 10, 10, 10, 10) });
    await evaluator.save(zolla.id, { scores: { impact: 0 } });
    await evaluator.recuse(borgo.id);
    await other.save(borgo.id, { scores: five(1, 1, 1, 1, 1), note: "di un altro" });

    expect(await names("?state=scored")).toEqual(["Àlga Madre"]);
    expect(await names("?state=partial")).toEqual(["zolla"]);
    expect(await names("?state=recused")).toEqual(["Borgo"]);
    expect(await names("?state=todo")).toEqual([]);
    const { json, headers } = await evaluator.get("projects?state=partial");
    expect(headers.get("x-wp-total")).toBe("1");
    expect(json.counts).toMatchObject({ total: 3, scored: 1, partial: 1, recused: 1 });
    const theirs = await other.get("projects?state=todo");
    expect(theirs.headers.get("x-wp-total")).toBe("2");
    expect(theirs.json.counts).toMatchObject({ total: 3, scored: 1, partial: 0, recused: 0 });
  });

  test("the list sorts by my_total with missing totals last in both directions", async () => {
    await other.save(alga.id, { scores: five(9, 9, 9, 9, 9) });
    const ordered = async (order: string) =>
      (await other.get(`projects?orderby=my_total&order=${order}`)).json.projects.map(
        ({ nome }: { nome: string }) => nome,
      );
    expect(await ordered("desc")).toEqual(["Àlga Madre", "Borgo", "zolla"]);
    expect(await ordered("asc")).toEqual(["Borgo", "Àlga Madre", "zolla"]);
  });

  test("a project with only a note is still to do", async () => {
    const third = await makeEvaluator();
    await third.save(alga.id, { note: "da rileggere" });
    const { json } = await third.get("projects?state=todo");
    expect(json.counts).toMatchObject({ scored: 0, partial: 0 });
    expect(json.projects).toHaveLength(3);
  });

  test("a withdrawn project leaves the list and its counts and returns with its scores", async () => {
    const third = await makeEvaluator();
    const { id } = await makeSent({ fields: { nome: "Va e viene" }, sentAt: day(9) });
    await third.save(id, { scores: five(5, 5, 5, 5, 5) });
    await withdraw(id);
    expect((await third.get("projects")).json.counts).toMatchObject({ total: 3, scored: 0 });
    expect((await third.get(`projects/${id}`)).status).toBe(404);
    expect((await third.save(id, { note: "?" })).status).toBe(404);
    await sendAgain(id, { fields: { nome: "Va e viene" }, sentAt: day(9) });
    const { json } = await third.get("projects?search=viene");
    expect(json.projects[0].evaluation).toMatchObject({ total: 50, outdated: true });
    await withdraw(id);
  });

  test("a past edition keeps the caller's evaluations", async () => {
    await evaluator.save(past.id, { scores: five(2, 2, 2, 2, 2) });
    expect((await evaluator.get("projects?edition=2024")).json.counts).toMatchObject({
      total: 1,
      scored: 1,
    });
  });
});
