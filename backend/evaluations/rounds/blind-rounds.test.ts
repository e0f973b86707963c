import { describe, expect, test } from "vitest";
import { textOf, walkOf } from "@/tests/support/browser/walk";
import { secondRoundBench } from "@/tests/support/people/second-round";

/*
 * Tests rule evaluation.rounds: a member of a later jury gets no earlier result of other evaluators. The test requests
 * all responses in two databases that differ only in the scores of the first round.
 */

const READS = (ids: readonly string[]) =>
  walkOf({ id: ids, fileId: ["00000000-0000-4000-8000-000000000000"] }).filter(
    ({ method, path }) => method === "GET" && /^wp\/v2\/projects/.test(path),
  );

/** Matches values that differ in each database: ids, hashes, and email addresses that contain ids. */
const VOLATILE = /[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}(@example\.org)?/g;

/**
 * Sorts the evaluations of an evaluation record by receipt. The record sorts by project id, which differs in each
 * database.
 */
function inOrderOfReceipts(text: string): string {
  const [head = "", body = ""] = text.split("\n{", 2);
  if (!head.includes("attachment") || !body.includes('"closed_at"')) return text;
  const record = JSON.parse(`{${body}`);
  const number = (one: { receipt: { number: string } }) => one.receipt.number;
  record.evaluations.sort((a: never, b: never) => number(a).localeCompare(number(b)));
  return `${head}\n${JSON.stringify(record)}`;
}

async function world(values: readonly number[], more = {}) {
  const bench = await secondRoundBench();
  const { bea, ada, projects, api, freshToken } = bench;
  const cleo = await bench.toSecondRound(more, values);
  for (const { id } of projects.slice(0, 2)) {
    await cleo.score(id, 6, 2);
    await bea.score(id, 7, 2);
  }
  await cleo.close(2);
  const read = async (who: typeof ada, also = "") => {
    const seen: string[] = [];
    for (const { path } of READS(projects.map(({ id }) => id))) {
      // Skips the endpoint of the next project, because its order differs for each evaluator and database.
      if (path.includes("projects/next")) continue;
      const { response } = await api("GET", path, { token: await freshToken(who) });
      const shown = `${path} ${inOrderOfReceipts(await textOf(response))}`;
      const mine = projects.reduce((text, { id }, n) => text.replaceAll(id, `project-${n}`), shown);
      seen.push(`${also}${mine.replaceAll(VOLATILE, "…")}`);
    }
    return seen;
  };
  return { ...bench, cleo, read };
}

describe("two worlds with different scores in the first round", () => {
  test("members of the second jury get identical responses, with every round and parameter", async () => {
    const one = await world([9, 8, 4, 3, 2]);
    const other = await world([3, 8, 9, 9, 2]);
    const seen = await one.read(one.cleo);
    expect(seen).toEqual(await other.read(other.cleo));
    expect(seen.filter((text) => /^\S+ 200/.test(text)).length).toBeGreaterThan(40);
    expect(seen.some((text) => text.startsWith("wp/v2/projects/ranking?round=2 200"))).toBe(true);
    expect(seen.some((text) => text.startsWith("wp/v2/projects/ranking?round=1 404"))).toBe(true);
    // Proves that the comparison works: an evaluator who can read the ranking of the first round sees that the two
    // databases differ.
    expect(await one.read(one.ada)).not.toEqual(await other.read(other.ada));
  }, 240_000);
});

test("a later round shows no project before it opens: not in the list, the next project, a sheet or an export", async () => {
  const bench = await secondRoundBench();
  const { bea, projects } = bench;
  await bench.readFirst();
  await bench.make({ jury: [bea.id] });
  const cleo = await bench.join();
  await bench.select("pre_selected", [projects[0]?.id ?? ""]);
  const read = async () => {
    const list = (await cleo.get("projects?round=2")).json.projects.length;
    const next = (await cleo.get("projects/next?round=2")).json.project;
    const formats = ["csv", "xlsx", "zip"].map((one) => `projects/export?round=2&format=${one}`);
    const paths = [`projects/${projects[0]?.id}`, ...formats];
    const statuses = await Promise.all(paths.map(async (path) => (await cleo.get(path)).status));
    return { list, next: next?.id ?? null, statuses };
  };
  expect(await read()).toEqual({ list: 0, next: null, statuses: [404, 404, 404, 404] });
  await bench.openAt(new Date("2026-11-12T09:00:00.000Z"));
  expect(await read()).toEqual({
    ...{ list: 1, next: projects[0]?.id, statuses: [200, 200, 200, 200] },
  });
});

describe("a member of both juries", () => {
  test("cannot read the earlier ranking before closing the later round, but their own sheets", async () => {
    const bench = await secondRoundBench();
    const { bea, ada, projects } = bench;
    await bench.readFirst();
    const status = async (who: typeof ada, path: string) => (await who.get(path)).status;
    expect(await status(bea, "projects/ranking")).toBe(200);
    await bench.make({ jury: [bea.id] });
    const cleo = await bench.join();
    const refused = { status: 403, code: "evaluation_not_closed" };
    const ranking = async (path: string) => {
      const { status, json } = await bea.get(path);
      return { status, code: json.code };
    };
    expect(await ranking("projects/ranking?round=1")).toEqual(refused);
    await bench.select("pre_selected", [projects[0]!.id]);
    await bench.openAt(new Date("2026-11-12T09:00:00.000Z"));
    expect(await ranking("projects/ranking?round=1")).toEqual(refused);
    expect(await ranking("projects/export?round=1&table=ranking")).toEqual(refused);
    const table = await bea.get("projects/export?round=1&table=scores");
    const rows = (await table.response.text()).trim().split("\n").slice(1);
    expect(rows.filter((row) => row.includes('"Io"'))).toHaveLength(rows.length);
    expect(await status(bea, `projects/${projects[4]!.id}?round=1`)).toBe(200);
    expect(await status(ada, "projects/ranking?round=1")).toBe(200);
    expect(await status(ada, "projects/ranking?round=2")).toBe(404);
    await bea.score(projects[0]!.id, 5, 2);
    await bea.close(2);
    expect(await status(bea, "projects/ranking?round=1")).toBe(200);
    expect(await status(cleo, "projects/ranking?round=1")).toBe(404);
  });

  test("can read the earlier ranking if the later round shows earlier results", async () => {
    const bench = await secondRoundBench();
    await bench.toSecondRound({ showsEarlier: true });
    expect((await bench.bea.get("projects/ranking?round=1")).status).toBe(200);
  });
});

test("jurors get the round's own figures and never the blended order", async () => {
  const bench = await secondRoundBench();
  const { bea, projects } = bench;
  const cleo = await bench.toSecondRound({ weight: 10 });
  for (const who of [bea, cleo]) {
    await who.score(projects[0]!.id, 2, 2);
    await who.score(projects[1]!.id, 4, 2);
    await who.close(2);
  }
  const { json } = await cleo.get("projects/ranking?round=2");
  expect(json.rows.map(({ nome, mean }: { nome: string; mean: number }) => [nome, mean])).toEqual([
    ["Beta", 40],
    ["Alfa", 20],
  ]);
  expect((await cleo.get("projects")).json.round.weight).toBe(10);
});
