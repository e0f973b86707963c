import { describe, expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";

const bench = await evaluationBench();
const { makeSent, sendAgain, makeEvaluator, makeEdition, clock, freshToken, api } = bench;

const EMPTY = five(null, null, null, null, null);

describe("saving an evaluation", () => {
  test("a save sets the given scores and note and keeps the others", async () => {
    const { id } = await makeSent();
    const { save } = await makeEvaluator();
    const first = await save(id, { scores: { impact: 7 } });
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      scores: { ...EMPTY, impact: 7 },
      note: "",
      total: null,
      version: 1,
      outdated: false,
      recusal: null,
    });
    await save(id, { note: "Bene\ncosì" });
    await save(id, { scores: { innovation: 0, utility: 10 } });
    const { json } = await save(id, { scores: { utility: null } });
    expect(json).toMatchObject({
      scores: { ...EMPTY, impact: 7, innovation: 0 },
      note: "Bene\ncosì",
      version: 4,
    });
  });

  // Expected totals for the criterion weights 30, 20, 20, 15, and 15 percent, calculated by hand.
  test.each([
    [[10, 10, 10, 10, 10], 100],
    [[0, 0, 0, 0, 0], 0],
    [[7, 8, 6, 9, 5], 70],
    [[1, 0, 0, 0, 0], 3],
    [[0, 0, 0, 1, 0], 1.5],
    [[9, 8, 7, 8, 9], 82.5],
    [[3, 7, 2, 5, 10], 49.5],
    [[10, 10, 10, 10, null], null],
  ])("scores %j give the total %s", async (scores, total) => {
    const { id } = await makeSent();
    const { save, get } = await makeEvaluator();
    expect((await save(id, { scores: five(...scores) })).json.total).toBe(total);
    expect((await get(`projects/${id}`)).json.evaluation.total).toBe(total);
  });

  test.each([
    [{ scores: { impact: 11 } }, { "scores.impact": "invalid_choice" }],
    [{ scores: { impact: -1 } }, { "scores.impact": "invalid_choice" }],
    [{ scores: { utility: 7.5 } }, { "scores.utility": "invalid_type" }],
    [{ scores: { utility: "7" } }, { "scores.utility": "invalid_type" }],
    [{ scores: 7 }, { scores: "invalid_type" }],
    [{ scores: [7] }, { scores: "invalid_type" }],
    [{ note: "x".repeat(3001) }, { note: "too_long" }],
    [{ note: 3 }, { note: "invalid_type" }],
  ])("saving %j returns 422 and stores nothing", async (body, fields) => {
    const { id } = await makeSent();
    const { save, get } = await makeEvaluator();
    const { status, json } = await save(id, { note: "ok", ...body });
    expect([status, json.code, json.data.fields]).toEqual([422, "invalid_fields", fields]);
    expect((await get(`projects/${id}`)).json.evaluation).toBeNull();
  });

  test("a save drops unknown fields", async () => {
    const { id } = await makeSent();
    const { save, get } = await makeEvaluator();
    const other = await makeEvaluator();
    await save(id, {
      scores: { impact: 5, total: 100, bonus: 9 },
      evaluatorId: other.id,
      version: 90,
      recusal: "no",
    });
    expect((await get(`projects/${id}`)).json.evaluation).toMatchObject({
      scores: { ...EMPTY, impact: 5 },
      version: 1,
      recusal: null,
    });
    expect((await other.get(`projects/${id}`)).json.evaluation).toBeNull();
  });

  test("a save with an old version returns 412 with the stored evaluation", async () => {
    const { id } = await makeSent();
    const { save } = await makeEvaluator();
    expect((await save(id, { scores: { impact: 1 } }, { "If-Match": "0" })).status).toBe(200);
    expect((await save(id, { scores: { impact: 2 } }, { "If-Match": '"1"' })).status).toBe(200);
    const late = await save(id, { scores: { impact: 9 } }, { "If-Match": "1" });
    expect([late.status, late.json.code]).toEqual([412, "version_conflict"]);
    expect(late.json.data.current).toMatchObject({ scores: { ...EMPTY, impact: 2 }, version: 2 });
    expect((await save(id, {}, { "If-Match": "abc" })).status).toBe(412);
    expect((await save(id, { scores: { impact: 3 } })).json.version).toBe(3);
  });

  test("only one of several parallel saves with the same version succeeds", async () => {
    const { id } = await makeSent();
    const { save, get } = await makeEvaluator();
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { status } = await save(id, { scores: { impact: index % 11 } }, { "If-Match": "0" });
        return status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(19);
    expect((await get(`projects/${id}`)).json.evaluation.version).toBe(1);
  });

  test("parallel saves of different scores keep all scores", async () => {
    const { id } = await makeSent();
    const { save, get } = await makeEvaluator();
    const criteria = ["impact", "utility", "feasibility", "scalability", "innovation"];
    await Promise.all(criteria.map((name, index) => save(id, { scores: { [name]: index } })));
    expect((await get(`projects/${id}`)).json.evaluation).toMatchObject({
      scores: five(0, 1, 2, 3, 4),
      version: 5,
    });
  });

  test("an evaluation of a resubmitted project is outdated until it is scored again", async () => {
    const { id } = await makeSent({ fields: { nome: "Prima" } });
    const { save, get } = await makeEvaluator();
    await save(id, { scores: five(5, 5, 5, 5, 5) });
    await sendAgain(id, { fields: { nome: "Seconda" } });
    const seen = await get(`projects/${id}`);
    expect(seen.json.project.nome).toBe("Seconda");
    expect(seen.json.evaluation).toMatchObject({ total: 50, outdated: true });
    expect((await save(id, { note: "da rivedere" })).json.outdated).toBe(true);
    expect((await save(id, { scores: { impact: 6 } })).json.outdated).toBe(false);
  });

  test("a save returns 404 for a withdrawn or unknown project and an invalid id", async () => {
    const { id } = await makeSent();
    await bench.withdraw(id);
    const { save, get, recuse, takeBack } = await makeEvaluator();
    for (const wrong of [id, "00000000-0000-4000-8000-000000000000", "1", "ranking'"]) {
      expect((await get(`projects/${wrong}`)).status).toBe(404);
      expect((await save(wrong, { note: "x" })).status).toBe(404);
      expect((await recuse(wrong)).status).toBe(404);
      expect((await takeBack(wrong)).status).toBe(404);
    }
  });
});

describe("recusal", () => {
  test("a recusal keeps its reason, is revocable, and changes neither scores nor version", async () => {
    const { id } = await makeSent();
    const { save, get, recuse, takeBack } = await makeEvaluator();
    await save(id, { scores: { impact: 4 } });
    expect((await recuse(id, "  Sono socia  ")).status).toBe(204);
    expect((await get(`projects/${id}`)).json.evaluation).toMatchObject({
      recusal: "Sono socia",
      scores: { ...EMPTY, impact: 4 },
      version: 1,
    });
    expect((await takeBack(id)).status).toBe(204);
    expect((await takeBack(id)).status).toBe(204);
    expect((await get(`projects/${id}`)).json.evaluation.recusal).toBeNull();
    expect((await save(id, { scores: { impact: 5 } }, { "If-Match": "1" })).status).toBe(200);
  });

  test("a recusal works before any score and requires a reason", async () => {
    const { id } = await makeSent();
    const { get, recuse } = await makeEvaluator();
    for (const [reason, code] of [
      ["", "required"],
      ["   ", "required"],
      [undefined, "required"],
      [7, "invalid_type"],
      ["x".repeat(3001), "too_long"],
    ]) {
      const { status, json } = await recuse(id, reason === undefined ? null : reason);
      expect(status).toBe(422);
      if (reason !== undefined) expect(json.data.fields.reason).toBe(code);
    }
    expect((await recuse(id)).status).toBe(204);
    expect((await get(`projects/${id}`)).json.evaluation).toMatchObject({
      version: 0,
      total: null,
    });
  });
});

describe("when scores may be given", () => {
  test("scores are refused before the evaluation opens and after its end and grace period", async () => {
    const edition = await makeEdition({
      year: 2025,
      evaluationOpensAt: new Date("2026-08-20T11:00:00.000Z"),
      evaluationClosesAt: new Date("2026-08-20T12:00:00.000Z"),
    });
    const { id } = await makeSent({ editionId: edition.id });
    const evaluator = await makeEvaluator();
    const at = async (
      instant: string,
      method = "POST",
      path = "evaluation",
      body: unknown = {},
    ) => {
      clock.now = new Date(instant);
      const token = await freshToken(evaluator);
      const { status, json } = await api(method, `wp/v2/projects/${id}/${path}`, { token, body });
      return [status, json?.code];
    };
    const save = (instant: string) => at(instant, "POST", "evaluation", { scores: { impact: 1 } });
    expect(await save("2026-08-20T10:59:59.999Z")).toEqual([403, "not_yet_open"]);
    expect((await save("2026-08-20T11:00:00.000Z"))[0]).toBe(200);
    expect((await save("2026-08-20T12:14:59.999Z"))[0]).toBe(200);
    expect(await save("2026-08-20T12:15:00.000Z")).toEqual([403, "evaluation_closed"]);
    const reason = { reason: "tardi" };
    expect(await at("2026-08-20T12:15:00.000Z", "POST", "recusal", reason)).toEqual([
      403,
      "evaluation_closed",
    ]);
    expect(await at("2026-08-20T12:15:00.000Z", "DELETE", "recusal")).toEqual([
      403,
      "evaluation_closed",
    ]);
    const token = await freshToken(evaluator);
    const list = await api("GET", "wp/v2/projects?edition=2025", { token });
    expect(list.json.evaluationDeadlineAt).toBe("2026-08-20T12:00:00.000Z");
  });
});
