import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";

const bench = await evaluationBench();
const { makeSent, makeEvaluator, makeEdition, makeUser, api } = bench;
const names = ["Alfa", "Beta", "Gamma", "Delta"] as const;
const sent: Record<string, string> = {};
for (const [index, nome] of names.entries()) {
  const industry = nome === "Beta" ? "industry-biotech" : "industry-food";
  const sentAt = new Date(Date.UTC(2026, 6, index + 1));
  sent[nome] = (await makeSent({ fields: { nome, industry }, sentAt })).id;
}
const [alfa, beta, gamma, delta] = names.map((nome) => sent[nome] ?? "");

describe("neighbours", () => {
  test("neighbours follow the filters and the order of the list", async () => {
    const { get } = await makeEvaluator();
    const { json } = await get(`projects/${gamma}/neighbours?orderby=nome&order=asc`);
    expect(json).toMatchObject({ place: 4, total: 4, previous: { nome: "Delta" }, next: null });
    const food = (await get(`projects/${gamma}/neighbours?industry=industry-food`)).json;
    expect(food).toMatchObject({
      place: 2,
      total: 3,
      previous: { id: delta, nome: "Delta" },
      next: { id: alfa, nome: "Alfa" },
      counts: { total: 4, scored: 0, partial: 0, recused: 0 },
    });
  });

  test("a project that no longer matches the filters keeps its place in the list", async () => {
    const evaluator = await makeEvaluator();
    await evaluator.save(beta ?? "", { scores: five(5, 5, 5, 5, 5) });
    const path = `projects/${beta}/neighbours?state=todo&orderby=sent_at&order=asc`;
    const { json } = await evaluator.get(path);
    expect(json).toMatchObject({
      place: 2,
      total: 4,
      previous: { nome: "Alfa" },
      next: { nome: "Gamma" },
    });
  });

  test("neighbours return 404 for an unknown project and 422 for a wrong filter", async () => {
    const { get } = await makeEvaluator();
    const missing = "projects/00000000-0000-4000-8000-000000000000/neighbours";
    expect((await get(missing)).status).toBe(404);
    expect((await get(`projects/${alfa}/neighbours?state=x`)).status).toBe(422);
  });
});

describe("the next project", () => {
  test("the next project is the unscored one with the fewest scores by others", async () => {
    const edition = await makeEdition({ year: 2021 });
    const editionId = edition.id;
    const [a, b, c] = [
      (await makeSent({ editionId })).id,
      (await makeSent({ editionId })).id,
      (await makeSent({ editionId })).id,
    ];
    const colleagues = [await makeEvaluator(), await makeEvaluator()];
    for (const colleague of colleagues) await colleague.save(a, { scores: five(1, 2, 3, 4, 5) });
    await colleagues[0]?.save(b, { scores: five(1, 2, 3, 4, 5) });
    await colleagues[0]?.save(c, { scores: { impact: 3 } });
    await colleagues[1]?.save(c, { scores: five(1, 2, 3, 4, 5) });
    await colleagues[1]?.recuse(c);

    const me = await makeEvaluator();
    const next = async (after = "") =>
      (await me.get(`projects/next?edition=2021${after && `&after=${after}`}`)).json;
    expect(await next()).toMatchObject({ project: { id: c }, remaining: 3 });
    expect(await next(c)).toMatchObject({ project: { id: b }, remaining: 2 });
    await me.save(c, { scores: five(9, 9, 9, 9, 9) });
    expect(await next()).toMatchObject({ project: { id: b }, remaining: 2 });
    await me.recuse(b);
    expect(await next()).toMatchObject({ project: { id: a }, remaining: 1 });
    await me.save(a, { scores: { impact: 3 } });
    expect(await next()).toMatchObject({ project: { id: a } });
    expect(await next(a)).toEqual({ project: null, remaining: 0 });
  });

  test("the next project refuses an invalid id by field name", async () => {
    const { status, json } = await (await makeEvaluator()).get("projects/next?after=x");
    expect([status, json.data.fields]).toEqual([422, { after: "invalid_type" }]);
  });
});

describe("the filter by total", () => {
  test("the filter by total includes both ends and excludes projects without a total", async () => {
    const evaluator = await makeEvaluator();
    await evaluator.save(alfa ?? "", { scores: five(5, 5, 5, 5, 5) });
    await evaluator.save(beta ?? "", { scores: five(8, 8, 8, 8, 8) });
    await evaluator.save(gamma ?? "", { scores: { impact: 9 } });
    const found = async (query: string) =>
      (await evaluator.get(`projects?orderby=nome&order=asc&${query}`)).json.projects.map(
        ({ nome }: { nome: string }) => nome,
      );
    expect(await found("total_from=0")).toEqual(["Alfa", "Beta"]);
    expect(await found("total_from=50&total_to=79.9")).toEqual(["Alfa"]);
    expect(await found("total_from=80&total_to=80")).toEqual(["Beta"]);
    expect((await evaluator.get("projects?total_from=101")).status).toBe(422);
  });
});

describe("the evaluations of an evaluator", () => {
  test("an evaluator's list of evaluations has the editions with submissions and the caller's state", async () => {
    await makeEdition({ year: 2019 });
    const evaluator = await makeEvaluator();
    await evaluator.save(alfa ?? "", { scores: five(5, 5, 5, 5, 5) });
    const closing = await evaluator.close();
    const { json } = await evaluator.get("projects_evaluations");
    const years = json.evaluations.map(({ edition }: { edition: number }) => edition);
    expect(years).toEqual([2026, 2021]);
    expect(json.evaluations[0]).toMatchObject({
      closed: true,
      closed_at: closing.json.closed_at,
      sha256: closing.json.sha256,
      counts: { total: 4, scored: 1, partial: 0, recused: 0 },
    });
    expect(json.evaluations[1]).toMatchObject({ closed: false, sha256: null });
  });

  test("the bytes of the record have the hash that closing returned", async () => {
    const evaluator = await makeEvaluator();
    const { token } = evaluator;
    const path = "wp/v2/projects_evaluations/record";
    const before = await api("GET", path, { token });
    expect([before.status, before.json.code]).toEqual([403, "evaluation_not_closed"]);
    await evaluator.save(alfa ?? "", { scores: five(5, 6, 7, 8, 9), note: "àèì" });
    const { json } = await evaluator.close();
    const { response } = await api("GET", path, { token });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(json.sha256);
    expect(response.headers.get("content-disposition")).toContain("-2026.json");
  });
});

describe("hints", () => {
  const hintsOf = async (token: string, id: string) =>
    (await api("GET", `wp/v2/projects/${id}`, { token })).json.hints;

  test("hints name an email domain shared with the contact in any notation", async () => {
    const fields = { referente_email: "Ada@Studenti.Politecnico.example" };
    const { id } = await makeSent({ fields });
    const near = await makeEvaluator({ email: "prof@politecnico.example" });
    const far = await makeEvaluator({ email: "prof@tecnico.example" });
    const domain = { kind: "email_domain", detail: "politecnico.example" };
    expect(await hintsOf(near.token, id)).toEqual([domain]);
    expect(await hintsOf(far.token, id)).toEqual([]);
  });

  test("hints ignore common email providers", async () => {
    const { id } = await makeSent({ fields: { referente_email: "ada@gmail.com" } });
    const evaluator = await makeEvaluator({ email: "someone@gmail.com" });
    expect(await hintsOf(evaluator.token, id)).toEqual([]);
  });

  test("hints name the person with a phone from the evaluator's own application in any notation", async () => {
    const member = {
      name: "Bruno Sarti",
      role: "CTO",
      phone: "333 1234567",
      age: "age-30_50" as const,
      info: "gb_ref-web" as const,
    };
    const { id } = await makeSent({ fields: { team: [member] } });
    const evaluator = await makeEvaluator({ email: "solo@altrove.example" });
    const fields = { nome: "Mio", referente_telefono: "+39 333 123 4567" };
    const edition = await makeEdition({ year: 2018 });
    await makeSent({ userId: evaluator.id, editionId: edition.id, fields });
    expect(await hintsOf(evaluator.token, id)).toEqual([{ kind: "phone", detail: "Bruno Sarti" }]);
  });

  test("hints name the evaluator's own project", async () => {
    const evaluator = await makeEvaluator();
    const { id } = await makeSent({ userId: evaluator.id, fields: { nome: "Mio" } });
    expect(await hintsOf(evaluator.token, id)).toEqual([{ kind: "own_project", detail: "Mio" }]);
    const { token } = await makeUser();
    expect((await api("GET", `wp/v2/projects/${id}`, { token })).status).toBe(403);
  });
});
