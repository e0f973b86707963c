// @ts-check
// Seeds editions with many projects and evaluations into the benchmark's database.
import { randomUUID } from "node:crypto";
import { closeSync, linkSync, openSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";

export const EVALUATORS = 40;
/** The number of evaluators who score each project. */
export const READINGS = 4;
const FILE_BYTES = 104_857_600;

/** @typedef {(text: string, values?: unknown[]) => Promise<import("pg").QueryResult>} Sql */
/** @typedef {{ id: string, email: string }} Evaluator */

/**
 * Seeds an edition with sent projects. Each project has scores from some of the evaluators.
 *
 * @param {Sql} sql
 * @param {number} year
 * @param {number} number
 * @param {string[]} evaluators the ids of the evaluators
 * @returns {Promise<{ edition: string, project: string }>} ids
 */
export async function seedEdition(sql, year, number, evaluators) {
  const { rows } = await sql(
    `insert into editions (year, opens_at, closes_at)
     values ($1, make_date($1, 7, 1), make_date($1, 10, 1)) returning id`,
    [year],
  );
  const edition = rows[0].id;
  await sql(
    `insert into users (email, first_name, last_name)
     select 'bench' || n || '@example.org', 'Ada', 'Riva' from generate_series(1, $1::int) n
     on conflict do nothing`,
    [number],
  );
  await sql(
    `insert into projects (edition_id, user_id, fields, version, sent_version, sent_at)
     select $1, id, '{}', 1, 1, now() from users where email like 'bench%@example.org'
     order by length(email), email limit $2`,
    [edition, number],
  );
  await sql(
    `insert into submissions (project_id, edition_id, number, sha256, version, sent_at, project)
     select p.id, p.edition_id, $2 || '-' || lpad(n::text, 6, '0'), repeat('0', 64), 1,
       now() - n * interval '1 minute',
       model.project || jsonb_build_object('nome', 'Progetto ' || md5(n::text),
         'idea', repeat('Perché no? ' || md5(n::text) || ' mare suolo ', 20),
         'tipologia_impresa', 'ti-startup_pmi', 'stage', 'stage-ready', 'tech', 'tech-iot',
         'industry', (array['industry-food', 'industry-media', 'industry-fintech'])[n % 3 + 1],
         'pitch', null, 'video', null, 'altro_materiale', null, 'logo', null)
     from (select *, row_number() over (order by id) n from projects where edition_id = $1) p,
       (select project from submissions where current order by number limit 1) model`,
    [edition, year],
  );
  await seedReadings(sql, edition, evaluators);
  const first = await sql(`select project_id from submissions where edition_id = $1 limit 1`, [
    edition,
  ]);
  return { edition, project: first.rows[0].project_id };
}

/**
 * Seeds the scores of some evaluators for every sent project of an edition.
 *
 * @param {Sql} sql
 * @param {string} edition
 * @param {string[]} evaluators the ids of the evaluators
 * @param {number} readings the number of evaluators who score each project
 */
export async function seedReadings(sql, edition, evaluators, readings = READINGS, round = 1) {
  await sql(
    `insert into evaluations (edition_id, project_id, evaluator_id, impact, utility, feasibility,
       scalability, innovation, version, submission_id, round)
     select s.edition_id, s.project_id, ($2::uuid[])[(n + k * 7) % $3::int + 1],
       (n * 7 + k) % 11, (n * 3 + k) % 11, (n + k) % 11, (n * 5 + k) % 11, n % 11, 1, s.id, $5::int
     from (select *, row_number() over (order by number) n from submissions where edition_id = $1) s,
       generate_series(1, $4::int) k`,
    [edition, evaluators, evaluators.length, readings, round],
  );
}

/**
 * Seeds evaluators who have the demo evaluator's password. Repeated calls return the same evaluators.
 *
 * @param {Sql} sql
 * @param {{ email: string }} demo
 * @param {number} number
 * @returns {Promise<Evaluator[]>}
 */
export async function seedEvaluators(sql, { email }, number = EVALUATORS) {
  const { rows } = await sql(
    `insert into users (email, first_name, last_name, roles, email_confirmed_at, password_hash)
     select 'jury' || n || '@example.org', 'Ada', 'Riva', '{evaluator}', now(),
       (select password_hash from users where email = $1)
     from generate_series(1, $2::int) n
     on conflict (email) do update set email = excluded.email returning id, email`,
    [email, number],
  );
  return rows;
}

/**
 * Gives every project of an edition a file of 100 MB. All files are links to one sparse file, so they use little disk
 * space.
 *
 * @param {Sql} sql
 * @param {string} edition
 * @param {string} folder
 */
export async function seedFiles(sql, edition, folder) {
  const whole = join(folder, randomUUID());
  closeSync(openSync(whole, "w"));
  truncateSync(whole, FILE_BYTES);
  const { rows } = await sql(`select project_id from submissions where edition_id = $1`, [edition]);
  const links = [whole];
  for (const { project_id: id } of rows) {
    const file = randomUUID();
    linkSync(whole, join(folder, file));
    links.push(join(folder, file));
    await sql(
      `update submissions set project = project || jsonb_build_object('video', jsonb_build_object(
         'id', $2::text, 'field', 'video', 'name', 'video.mp4', 'size', $3::int, 'type', 'video/mp4',
         'sha256', repeat('0', 64), 'uploaded_at', '2026-01-01T00:00:00.000Z', 'duration', 90))
       where project_id = $1`,
      [id, file, FILE_BYTES],
    );
  }
  return () => {
    for (const link of links) rmSync(link, { force: true });
  };
}
