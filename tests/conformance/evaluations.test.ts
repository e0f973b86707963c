import { describe, expect, test } from "vitest";
import { clientOf, openTarget } from "./target";

const { api, newApplicant, evaluatorToken, newEvaluatorToken } = clientOf(await openTarget());

describe("evaluation", () => {
  test("each evaluation endpoint refuses an applicant", async () => {
    const { token } = await newApplicant();
    for (const [method, path] of [
      ["GET", "wp/v2/projects"],
      ["GET", "wp/v2/projects/ranking"],
      ["GET", "wp/v2/projects/export"],
      ["POST", "wp/v2/projects_evaluations"],
    ] as const) {
      const { status, json } = await api(method, path, {
        token,
        json: method === "POST" ? { closed: true } : undefined,
      });
      expect([status, json.code]).toEqual([403, "forbidden_role"]);
    }
  });

  test("the list of projects has counts, pages and the criteria with their weights", async () => {
    const token = await evaluatorToken();
    const { status, json, headers } = await api("GET", "wp/v2/projects?per_page=2", { token });
    expect(status).toBe(200);
    expect(json.criteria).toEqual([
      { id: "impact", weight: 30 },
      { id: "utility", weight: 20 },
      { id: "feasibility", weight: 20 },
      { id: "scalability", weight: 15 },
      { id: "innovation", weight: 15 },
    ]);
    expect(json.projects.length).toBeLessThanOrEqual(2);
    const total = Number(headers.get("x-wp-total"));
    expect(Number(headers.get("x-wp-totalpages"))).toBe(Math.ceil(total / 2));
  });

  test("unknown query values of the list are refused by name", async () => {
    const token = await evaluatorToken();
    const { status, json } = await api("GET", "wp/v2/projects?stage=x&per_page=101", { token });
    expect([status, json.data.fields]).toEqual([
      422,
      { stage: "invalid_choice", per_page: "invalid_choice" },
    ]);
  });

  test("a project that does not exist is a 404 on each path", async () => {
    const token = await evaluatorToken();
    for (const id of ["00000000-0000-4000-8000-000000000000", "1", "%2e%2e"]) {
      expect((await api("GET", `wp/v2/projects/${id}`, { token })).status).toBe(404);
      const saved = await api("POST", `wp/v2/projects/${id}/evaluation`, {
        token,
        json: { note: "x" },
      });
      expect(saved.status).toBe(404);
      expect((await api("GET", `wp/v2/projects/${id}/dossier`, { token })).status).toBe(404);
    }
  });

  test("the ranking is refused with its own code until the caller has closed the evaluation", async () => {
    const token = await evaluatorToken();
    const { json: mine } = await api("GET", "wp/v2/projects", { token });
    const { status, json } = await api("GET", "wp/v2/projects/ranking", { token });
    if (!mine.closed) expect([status, json.code]).toEqual([403, "evaluation_not_closed"]);
    else expect(json.method.minimum_sample).toEqual(expect.any(Number));
    expect((await api("GET", "wp/v2/projects/ranking?edition=2999", { token })).status).toBe(404);
  });

  test("an export is a download that states its number of rows", async () => {
    const token = await evaluatorToken();
    const list = await api("GET", "wp/v2/projects?per_page=1", { token });
    const number = list.headers.get("x-wp-total");
    for (const [format, type] of [
      ["csv", "text/csv"],
      ["xlsx", "spreadsheetml.sheet"],
      ["zip", "application/zip"],
    ] as const) {
      const { response } = await api("GET", `wp/v2/projects/export?format=${format}`, { token });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain(type);
      expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
      expect(response.headers.get("x-wp-total")).toBe(number);
      const announced = response.headers.get("x-export-bytes");
      if (format === "zip") expect(announced).toMatch(/^\d+$/);
      const first = [...new Uint8Array(await response.arrayBuffer())].slice(0, 3);
      // A CSV export starts with a byte order mark. XLSX and ZIP exports start with the signature of a zip archive.
      expect(first).toEqual(format === "csv" ? [0xef, 0xbb, 0xbf] : [0x50, 0x4b, first[2]]);
    }
    const unknown = await api("GET", "wp/v2/projects/export?format=doc", { token });
    expect([unknown.status, unknown.json.data.fields]).toEqual([422, { format: "invalid_choice" }]);
  });

  test("scores are saved and replaced, and a closed evaluation keeps them", async ({ skip }) => {
    const token = await newEvaluatorToken();
    if (!token) return skip("a closing of the running demo could not be undone");
    const { json: list } = await api("GET", "wp/v2/projects", { token });
    const [first, second, third] = list.projects as { id: string }[];
    const save = (id: string, json: unknown) =>
      api("POST", `wp/v2/projects/${id}/evaluation`, { token, json });
    const scores = { impact: 9, utility: 8, feasibility: 7, scalability: 8, innovation: 9 };
    expect((await save(first!.id, { scores: { impact: 3 } })).json.total).toBeNull();
    expect((await save(first!.id, { scores, note: "Bene" })).json).toMatchObject({
      scores,
      note: "Bene",
      total: 82.5,
      version: 2,
    });
    await save(second!.id, { scores: { utility: 5 } });
    const recused = await api("POST", `wp/v2/projects/${third!.id}/recusal`, {
      token,
      json: { reason: "Conosco il gruppo" },
    });
    expect(recused.status).toBe(204);

    const close = () =>
      api("POST", "wp/v2/projects_evaluations", { token, json: { closed: true } });
    const closed = await close();
    expect([closed.status, closed.json.closed]).toEqual([200, true]);
    expect(closed.json.sha256).toMatch(/^[0-9a-f]{64}$/);
    const again = await close();
    expect([again.status, again.json.code]).toEqual([409, "already_closed"]);
    const late = await save(first!.id, { scores: { impact: 1 } });
    expect([late.status, late.json.code]).toEqual([403, "evaluation_closed"]);
    const { json: kept } = await api("GET", `wp/v2/projects/${first!.id}`, { token });
    expect(kept.evaluation).toMatchObject({ scores, total: 82.5 });

    const { json: ranking } = await api("GET", "wp/v2/projects/ranking", { token });
    const rows = ranking.rows as { id: string; mean: number | null; evaluators: number }[];
    expect(rows.find(({ id }) => id === first!.id)).toMatchObject({ mean: 82.5, evaluators: 1 });
    expect(rows.find(({ id }) => id === second!.id)).toMatchObject({ mean: null, evaluators: 0 });
    const exported = await api("GET", "wp/v2/projects/export?format=csv", { token });
    expect(await exported.response.text()).toContain("82,5");
  });
});
