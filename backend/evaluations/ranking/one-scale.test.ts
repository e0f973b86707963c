import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { CRITERIA } from "@/contract/evaluation/weights";
import { parseCsv, pdfText } from "@/tests/support/made-files/unpack";
import { behindTheBack, evaluationBench, five } from "@/tests/support/people/evaluation";
import { evaluationRecords } from "../../db/schema/evaluations";
import { firstRoundKey } from "../../editions/rounds";
import { readCandidates } from "../../selection/candidates";
import { verifyRecords } from "../close/verify-record";
import { rankWithEvaluations } from "./ranking";

/**
 * Tests that all totals of an edition use one scale (rule evaluation.one-scale), regardless of the product version with
 * which an evaluator closed.
 */
const bench = await evaluationBench({ now: new Date("2026-11-20T10:00:00.000Z") });
const { api, db, clock, makeSent, makeEvaluator, makeEdition } = bench;

async function bytesOf(token: string, path: string) {
  const { response } = await api("GET", `wp/v2/${path}`, { token });
  return Buffer.from(await response.arrayBuffer());
}
const csvOf = async (token: string, path: string) =>
  parseCsv((await bytesOf(token, path)).subarray(3).toString(), ";");
const dossierOf = async (token: string, id: string) =>
  (await pdfText(await bytesOf(token, `projects/${id}/dossier`))).join("");

const TODAY = CRITERIA.map(({ weight }) => weight);
/** Simulates another version of the product that has other criterion weights. */
function setWeights(weights: readonly number[]) {
  CRITERIA.forEach((criterion, index) => {
    (criterion as { weight: number }).weight = weights[index] ?? 0;
  });
}
const OTHER = [10, 10, 10, 20, 50];
afterEach(() => setWeights(TODAY));

const ALFA = five(10, 9, 8, 2, 1);
const BETA = five(2, 3, 4, 9, 9);

let year = 2030;
async function openEdition() {
  year += 1;
  const edition = await makeEdition({ year });
  const [alfa, beta] = [
    await makeSent({ editionId: edition.id, fields: { nome: "Alfa" } }),
    await makeSent({ editionId: edition.id, fields: { nome: "Beta" } }),
  ];
  async function judge(weights: readonly number[]) {
    setWeights(weights);
    const evaluator = await makeEvaluator();
    await evaluator.save(alfa.id, { scores: ALFA });
    await evaluator.save(beta.id, { scores: BETA });
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect((await evaluator.close({ closed: true, edition: edition.year })).status).toBe(200);
    return evaluator;
  }
  return { edition, alfa, beta, judge, query: `edition=${edition.year}` };
}

describe("evaluations closed under different weights", () => {
  test("evaluations closed under different weights count by their scores", async () => {
    const { edition, judge, query } = await openEdition();
    const before = await judge(OTHER);
    const after = await judge(TODAY);
    const { json } = await after.get(`projects/ranking?${query}`);
    expect(
      json.rows.map((row: Record<string, unknown>) => [row.nome, row.mean, row.spread]),
    ).toEqual([
      ["Alfa", 68.5, 0],
      ["Beta", 47, 0],
    ]);
    expect(json.method).toMatchObject({ recomputed: 1, evaluators: 2 });
    expect(json.method.criteria).toEqual(CRITERIA);
    const candidates = await readCandidates(db, edition, "pre_selected");
    expect(candidates.map(({ nome, calibrated }) => [nome, calibrated])).toEqual([
      ["Alfa", 68.5],
      ["Beta", 47],
    ]);
    expect((await before.get(`projects/ranking?${query}`)).json).toEqual(json);
  });

  test("evaluations closed under different weights show one total in list, project, filter, dossier, and exports", async () => {
    const { alfa, judge, query } = await openEdition();
    const before = await judge(OTHER);
    await judge(TODAY);
    const list = (await before.get(`projects?${query}&orderby=my_total`)).json;
    expect(
      list.projects.map((one: { evaluation: { total: number } }) => one.evaluation.total),
    ).toEqual([68.5, 47]);
    expect((await before.get(`projects?${query}&total_from=60`)).json.projects).toHaveLength(1);
    expect((await before.get(`projects/${alfa.id}`)).json.evaluation.total).toBe(68.5);
    const { token } = before;
    const [heads, ...scores] = await csvOf(
      token,
      `projects/export?${query}&format=csv&table=scores`,
    );
    expect(scores.filter((row) => row[1] === "Alfa").map((row) => row[8])).toEqual([
      "68,5",
      "68,5",
    ]);
    expect(heads?.[3]).toContain("30");
    const [, ...own] = await csvOf(token, `projects/export?${query}&format=csv&table=list`);
    expect(own.filter((row) => row.includes("68,5"))).toHaveLength(1);
    expect(await dossierOf(token, alfa.id)).toContain("68,5");
  });

  test("an edition keeps its scale when all evaluators closed under other weights", async () => {
    const { alfa, judge, query } = await openEdition();
    const evaluator = await judge(OTHER);
    setWeights(TODAY);
    const { json } = await evaluator.get(`projects/ranking?${query}`);
    expect(json.rows.map((row: Record<string, unknown>) => [row.nome, row.mean])).toEqual([
      ["Beta", 72],
      ["Alfa", 36],
    ]);
    expect(json.method.recomputed).toBe(0);
    expect(json.method.criteria.map(({ weight }: { weight: number }) => weight)).toEqual(OTHER);
    const list = (await evaluator.get(`projects?${query}&orderby=my_total`)).json;
    expect([list.criteria, list.projects[0].evaluation.total]).toEqual([json.method.criteria, 72]);
    const dossier = await dossierOf(evaluator.token, alfa.id);
    expect(dossier).toContain("50%");
    expect(dossier).not.toContain("30%");
  });

  test("records closed under other weights are verified and listed with their weights", async () => {
    const { edition, judge } = await openEdition();
    const { email } = await judge(OTHER);
    await judge(TODAY);
    const [record] = await verifyRecords(db, email, edition.year);
    expect(record).toMatchObject({ intact: true, weights: "10/10/10/20/50" });
  });

  test("the ranking fails when a record has an unknown criterion", async () => {
    const { edition, judge } = await openEdition();
    await judge(TODAY);
    await behindTheBack(db, (tx) =>
      tx
        .update(evaluationRecords)
        .set({ record: sql`jsonb_set(record, '{criteria,0,id}', '"team"')` })
        .where(eq(evaluationRecords.editionId, edition.id)),
    );
    await expect(rankWithEvaluations(db, firstRoundKey(edition.id))).rejects.toThrow(
      /criteria that this version does not have/,
    );
  });
});
