import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";

/** Number of projects in the list whose speed the test measures. */
const PROJECTS = 2000;
const RUNS = 30;

const { db, edition, makeEvaluator } = await evaluationBench();

/** Inserts many sent projects into an edition, with texts of about 1,000 characters that share words. */
async function fillEdition(number: number) {
  await db.execute(sql`
    insert into users (email, first_name, last_name)
    select 'bulk' || n || '@example.org', 'a', 'b' from generate_series(1, ${number}::int) n`);
  await db.execute(sql`
    insert into projects (edition_id, user_id, fields, version, sent_version, sent_at)
    select ${edition.id}, id, '{}', 1, 1, now() from users where email like 'bulk%'`);
  await db.execute(sql`
    insert into submissions (project_id, edition_id, number, sha256, version, sent_at, project)
    select id, edition_id, 'bulk-' || n, '', 1, now() - n * interval '1 minute', jsonb_build_object(
      'nome', 'Progetto ' || md5(n::text),
      'idea', repeat('Perché no? ' || md5(n::text) || ' mare suolo ', 20),
      'tipologia_impresa', 'ti-startup_pmi', 'stage', 'stage-ready', 'tech', 'tech-iot',
      'industry', (array['industry-food', 'industry-media', 'industry-fintech'])[n % 3 + 1])
    from (select *, row_number() over () n from projects where edition_id = ${edition.id}) p`);
  await db.execute(sql`analyze`);
}

test("the times of the list with many projects are printed", { timeout: 120_000 }, async () => {
  const number = PROJECTS;
  await fillEdition(number);
  const evaluator = await makeEvaluator();
  const { json } = await evaluator.get("projects?per_page=100");
  for (const { id } of json.projects) await evaluator.save(id, { scores: five(1, 2, 3, 4, 5) });
  const queries = [
    "",
    "?per_page=100",
    `?page=${number / 20}`,
    "?orderby=nome&order=asc",
    "?orderby=my_total",
    "?state=todo&industry=industry-food",
    "?search=perche",
    "?search=c4ca4238a0b9",
    "?search=niente",
  ];
  const lines = [`the evaluators' list over ${number} projects, milliseconds of ${RUNS} requests`];
  for (const query of queries) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const start = performance.now();
      const { status } = await evaluator.get(`projects${query}`);
      times.push(performance.now() - start);
      expect(status).toBe(200);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) =>
      times[Math.ceil(times.length * share) - 1]!.toFixed(1).padStart(6);
    lines.push(`  ${(query || "(none)").padEnd(36)} p50 ${at(0.5)}   p95 ${at(0.95)}`);
  }
  process.stdout.write(`${lines.join("\n")}\n`);
});
