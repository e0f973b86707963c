import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { COLUMNS_MAX, COLUMNS_NARROW, COLUMNS_PER_PAGE } from "@/contract/staff/matrix";
import { evaluationBench } from "@/tests/support/people/evaluation";

const EVALUATORS = 200;
const READINGS = 9;
/** Maximum bytes of the first response of the matrix of evaluators and projects. */
const MOST = 150_000;

const { api, db, edition, makeSent, makeUser } = await evaluationBench();
const { token } = await makeUser({ roles: ["staff"] });
const model = await makeSent();

/** Creates a jury, projects, and a plan that fill one page of an edition with 40,000 readings. */
async function seed() {
  await db.execute(sql`
    insert into users (email, first_name, last_name, roles, email_confirmed_at)
    select 'jury' || n || '@example.org', 'Maria Vittoria', 'Della Valle ' || n, '{evaluator}', now()
    from generate_series(1, ${EVALUATORS}::int) n`);
  await db.execute(sql`
    insert into invitations (edition_id, user_id, answer, capacity, languages, sectors)
    select ${edition.id}, id, 'yes', 250, '{it,en}', '{industry-food,industry-cleantech}' from users where 'evaluator' = any(roles)`);
  await db.execute(sql`
    insert into users (email, first_name, last_name)
    select 'app' || n || '@example.org', 'Ada', 'Riva' from generate_series(1, ${COLUMNS_MAX}::int) n`);
  await db.execute(sql`
    insert into projects (edition_id, user_id, fields, version, sent_version, sent_at)
    select ${edition.id}, id, '{}', 1, 1, now() from users where email like 'app%'`);
  await db.execute(sql`
    insert into submissions (project_id, edition_id, number, sha256, version, sent_at, project)
    select p.id, p.edition_id, '2026-9' || lpad(n::text, 5, '0'), repeat('0', 64), 1, now(),
      model.project || jsonb_build_object('nome', 'Pannelli isolanti dagli scarti della lana ' || n)
    from (select *, row_number() over (order by id) n from projects where id <> ${model.id}) p,
      (select project from submissions where project_id = ${model.id}) model`);
  await db.execute(sql`
    insert into assignments (edition_id, readings, since) values (${edition.id}, ${READINGS}, now())`);
  await db.execute(sql`
    insert into assigned_readings (edition_id, project_id, evaluator_id)
    select p.edition_id, p.id, jury.ids[(p.n * 9 + k) % ${EVALUATORS}::int + 1]
    from (select *, row_number() over (order by id) n from projects) p,
      (select array_agg(id order by id) ids from users where 'evaluator' = any(roles)) jury,
      generate_series(1, ${READINGS}::int) k`);
}

test("the first view of who reads what has 150 kB at most, as a table and as a list on a phone", async () => {
  await seed();
  for (const columns of [COLUMNS_PER_PAGE, COLUMNS_NARROW]) {
    const path = `wp/v2/staff/assignment/matrix?per_page=${columns}`;
    const { status, json } = await api("GET", path, { token });
    expect([status, json.evaluators.length, json.projects.length]).toEqual([
      200,
      EVALUATORS,
      columns,
    ]);
    expect(json.cells).toHaveLength(columns * READINGS);
    expect(JSON.stringify(json).length).toBeLessThanOrEqual(MOST);
  }
});
