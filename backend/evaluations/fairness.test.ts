import { describe, expect, test } from "vitest";
import { evaluationWorkEndpoints } from "@/contract/evaluation-work";
import { evaluationEndpoints } from "@/contract/evaluations";
import { evaluationBench, five } from "@/tests/support/evaluation";
import { pdfText, unzip } from "@/tests/support/unpack";

/**
 * "Scores of others only once the caller has closed": every endpoint is walked as an evaluator who
 * has not, over projects that colleagues have scored, noted and recused from.
 */
const bench = await evaluationBench();
const { api, makeSent, makeEvaluator } = bench;
const alfa = await makeSent({ fields: { nome: "Alfa" } });
const beta = await makeSent({ fields: { nome: "Beta" } });

const observer = await makeEvaluator();
const closed = await makeEvaluator({ email: "canarino-chiuso@example.org" });
const open = await makeEvaluator({ email: "canarino-aperto@example.org" });
// (10·30 + 9·20 + 9·20 + 7·15 + 8·15) / 10 = 88.5
await closed.save(alfa.id, { scores: five(10, 9, 9, 7, 8), note: "CANARINO" });
await closed.recuse(beta.id, "CANARINO");
await open.save(alfa.id, { scores: five(10, 9, 9, 7, 8), note: "CANARINO" });
await open.save(beta.id, { scores: five(10, 9, 9, 7, 8), note: "CANARINO" });
await closed.close();

const SECRETS = ["CANARINO", "canarino-", closed.id, open.id, "88.5", "88,5"];

/** Everything an answer says, whatever its format. */
async function textOf(response: Response): Promise<string> {
  const head = JSON.stringify([...response.headers]);
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("pdf")) return head + (await pdfText(bytes)).join(" ");
  if (!/zip|spreadsheetml/.test(type)) return head + bytes.toString();
  const entries = await unzip(bytes);
  const texts = [...entries].map(async ([name, content]) =>
    name.endsWith(".pdf") ? name + (await pdfText(content)).join(" ") : name + content.toString(),
  );
  return head + (await Promise.all(texts)).join(" ");
}

async function walk(token: string) {
  const seen: string[] = [];
  for (const endpoint of [...evaluationEndpoints, ...evaluationWorkEndpoints]) {
    // Closing is the way out of the rule, so it is not part of the walk.
    if (endpoint.name === "closeEvaluation") continue;
    const path = endpoint.path
      .replace("{id}", alfa.id)
      .replace("{fileId}", "00000000-0000-4000-8000-000000000000");
    const queries = {
      listProjects: ["?orderby=my_total", "?state=todo", "?state=recused", "?search=CANARINO"],
      exportProjects: ["?format=csv", "?format=csv&lang=en", "?format=xlsx", "?format=zip"],
    }[endpoint.name as string] ?? [""];
    for (const query of queries) {
      const body = { saveEvaluation: { note: "mia" }, recuse: { reason: "mio" } }[
        endpoint.name as string
      ];
      const { response } = await api(endpoint.method, `${path}${query}`, { token, body });
      seen.push(`${endpoint.name}: ${await textOf(response)}`);
    }
  }
  return seen;
}

describe("before the caller has closed", () => {
  test("no endpoint says anything of others", async () => {
    const seen = await walk(observer.token);
    expect(seen.length).toBeGreaterThanOrEqual(15);
    for (const text of seen) {
      for (const secret of SECRETS) expect(text).not.toContain(secret);
    }
  });

  test("lists, counts and order are the same whatever the others do", async () => {
    const before = (await observer.get("projects?orderby=my_total")).json;
    await open.save(alfa.id, { scores: { impact: 0 } });
    expect((await observer.get("projects?orderby=my_total")).json).toEqual(before);
  });

  test("an applicant's own endpoints say nothing of evaluations", async () => {
    const { token } = await bench.makeUser();
    for (const path of ["project", "project/timeline", "users/me/", "projects"]) {
      const { response } = await api("GET", `wp/v2/${path}`, { token });
      expect(await response.text()).not.toMatch(/CANARINO|evaluation"/);
    }
  });
});

describe("after the caller has closed", () => {
  test("figures are there, but no name, note or reason of another", async () => {
    await observer.close();
    const seen = await walk(observer.token);
    const ranking = seen.find((text) => text.startsWith("getRanking"));
    expect(ranking).toContain("88.5");
    for (const text of seen) {
      for (const secret of SECRETS.slice(0, 4)) expect(text).not.toContain(secret);
    }
  });
});
