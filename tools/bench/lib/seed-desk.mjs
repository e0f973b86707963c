// @ts-check
// Seeds the results of staff's work into the benchmark's database: tags, notes, colleagues in charge, data requests,
// letters, a reading plan, and an edition whose ranking is open.
import { seedEdition } from "./seed-evaluations.mjs";

/** @typedef {import("./seed-evaluations.mjs").Sql} Sql */
/** @typedef {import("./seed-evaluations.mjs").Evaluator} Evaluator */

/**
 * Seeds what staff add to the applications of an edition: tags, colleagues in charge, notes, data requests, whitepaper
 * requests, and letters (bulk emails). Returns the ids of one tag and one letter.
 *
 * @param {Sql} sql
 * @param {string} edition
 * @param {string} colleague the email address of the staff member in charge
 * @returns {Promise<{ tag: string, letter: string }>} ids
 */
export async function seedDesk(sql, edition, colleague) {
  const { rows: tags } = await sql(
    `insert into tags (edition_id, name, colour) select $1, 'Tag ' || n, 'blue' from generate_series(1, 20) n returning id`,
    [edition],
  );
  const mine = `(select *, row_number() over (order by created_at desc) n from projects where edition_id = $1) p`;
  await sql(
    `insert into project_tags (project_id, tag_id)
     select p.id, ($2::uuid[])[(n + k * 7) % 20 + 1] from ${mine}, generate_series(1, 2) k where n % 3 > 0`,
    [edition, tags.map(({ id }) => id)],
  );
  await sql(
    `update projects set owner_id = u.id, owned_since = now(), owned_by_id = u.id
     from users u, ${mine} where projects.id = p.id and n % 10 = 0 and u.email = $2`,
    [edition, colleague],
  );
  await sql(
    `insert into acts (at, level, act, target, data, words)
     select now(), 'command', 'application.note', jsonb_build_object('edition', $1::text, 'user', user_id), '{}',
       jsonb_build_object('actor', jsonb_build_object('text', 'Rita', 'salt', '-'),
         'reason', jsonb_build_object('text', 'Chiamata, risponde domani', 'salt', '-'))
     from ${mine} where n % 20 = 0`,
    [edition],
  );
  await sql(
    `insert into data_requests (user_id, kind, received_on, note, answered_on)
     select user_id, 'access', current_date - (n % 60)::int, 'Una copia dei dati', case when n % 200 > 0 then current_date end
     from ${mine} where n % 10 = 0`,
    [edition],
  );
  await sql(
    `insert into whitepaper_requests (email, first_name, last_name, company, role, newsletter, language)
     select 'app' || n || '@example.org', 'Ada', 'Riva', 'Acme', 'CEO', true, 'it' from ${mine} where n % 5 = 0`,
    [edition],
  );
  const { rows: letters } = await sql(
    `insert into letters (edition_id, texts, count)
     select $1, '{"it": {"subject": "Ultimi giorni", "text": "Ciao"}}', 50 from generate_series(1, 40) returning id`,
    [edition],
  );
  await sql(
    `update outbox set letter_id = ($2::uuid[])[n % 40 + 1]
     from ${mine} where outbox.project_id = p.id and n % 5 = 0`,
    [edition, letters.map(({ id }) => id)],
  );
  return { tag: tags[0].id, letter: letters[0].id };
}

/**
 * Seeds a plan that assigns projects to evaluators. The plan contains exactly the projects that each evaluator has
 * already begun to score.
 *
 * @param {Sql} sql
 * @param {string} edition
 * @param {number} readings of each project
 */
export async function seedPlan(sql, edition, readings) {
  await sql("insert into assignments (edition_id, readings, since) values ($1, $2, now())", [
    edition,
    readings,
  ]);
  await sql(
    `insert into assigned_readings (edition_id, project_id, evaluator_id)
     select edition_id, project_id, evaluator_id from evaluations where edition_id = $1`,
    [edition],
  );
}

/**
 * Seeds an edition with feedback and discussions, in which all evaluators have closed their evaluations, so staff can
 * read the ranking. The edition has decisions that are not released.
 *
 * @param {Sql} sql
 * @param {number} year
 * @param {number} number
 * @param {Evaluator[]} jury
 * @param {(email: string, year: number) => Promise<unknown>} close closes an evaluator's evaluation
 * @returns {Promise<string>} the id of a project
 */
export async function seedRanked(sql, year, number, jury, close) {
  const { edition, project } = await seedEdition(
    sql,
    year,
    number,
    jury.map(({ id }) => id),
  );
  await sql("update editions set feedback = true, discussion = true where id = $1", [edition]);
  await sql(
    `insert into feedback (edition_id, project_id, evaluator_id, text, language)
     select edition_id, project_id, evaluator_id, 'Il bisogno è chiaro; mancano i costi.', 'it'
     from (select *, row_number() over (order by id) n from evaluations where edition_id = $1) e where n % 4 = 0`,
    [edition],
  );
  for (const { email } of jury) await close(email, year);
  await sql("insert into ranking_openings (edition_id, at) values ($1, now())", [edition]);
  await sql(
    `insert into contributions (edition_id, project_id, author_id, text)
     select edition_id, project_id, evaluator_id, 'Per me i costi sono più bassi.'
     from (select *, dense_rank() over (order by project_id) n from evaluations where edition_id = $1) e where n % 50 = 0`,
    [edition],
  );
  // Seed unreleased decisions that select some projects. Their release takes the longest, because it sends a rejection
  // to the applicants of all other projects.
  await sql(
    `insert into decisions (edition_id, project_id, stage, outcome, decided_at, actor, reason)
     select edition_id, project_id, 'pre_selected', 'selected', now(), 'Rita', 'Riunione'
     from submissions where edition_id = $1 order by number limit 60`,
    [edition],
  );
  return project;
}
