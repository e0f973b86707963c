// @ts-check
// Seeds the benchmark's database with an edition as on the last evening of its call: partial, complete, and sent
// applications with files, events, and emails, and a long audit log.

/** @typedef {import("./seed-evaluations.mjs").Sql} Sql */

/**
 * Of every twenty applications, SENT are sent. COMPLETE are complete, including the sent ones. All other applications
 * contain only a project name.
 */
const SENT = 9;
const COMPLETE = 13;
const EVENTS = 6;
const MAILS = 3;

/**
 * Seeds an edition with applications.
 *
 * @param {Sql} sql
 * @param {number} year
 * @param {number} number
 * @returns {Promise<{ edition: string, project: string, person: string, receipt: string }>} ids of the edition and of one sent
 * application
 */
export async function seedApplications(sql, year, number) {
  const { rows } = await sql(
    `insert into editions (year, opens_at, closes_at, evaluation_opens_at, evaluation_closes_at)
     values ($1, now() - interval '90 days', now() + interval '1 day', now() - interval '30 days', now() + interval '60 days')
     returning id`,
    [year],
  );
  const edition = rows[0].id;
  await sql(
    `insert into users (email, first_name, last_name, email_confirmed_at)
     select 'app' || n || '@example.org', (array['Ada', 'Zoë', 'Niccolò', 'Ugo'])[n % 4 + 1], 'Riva ' || md5(n::text),
       case when n % 50 > 0 then now() end
     from generate_series(1, $1::int) n on conflict do nothing`,
    [number],
  );
  await sql(
    `insert into projects (edition_id, user_id, fields, version, sent_version, sent_at, saved_at, created_at, extended_until)
     select $1, id,
       case when n % 20 < ${COMPLETE} then model.project else '{}' end || jsonb_build_object('nome', 'Progetto ' || md5(n::text)),
       1 + n % 30, case when n % 20 < ${SENT} then 1 + n % 30 - (n % 3 / 2) end,
       case when n % 20 < ${SENT} then now() - n * interval '2 minutes' end,
       now() - n * interval '1 minute', now() - n * interval '3 minutes',
       case when n % 40 = 7 then now() + interval '3 days' end
     from (select id, row_number() over (order by length(email), email) n from users where email like 'app%@example.org') u,
       (select project - array['pitch', 'video', 'altro_materiale', 'logo'] as project
        from submissions where current order by number limit 1) model
     where n <= $2`,
    [edition, number],
  );
  const mine = `(select *, row_number() over (order by created_at desc) n from projects where edition_id = $1) p`;
  await sql(
    `insert into files (project_id, field, name, size, type, sha256)
     select p.id, field, field || '.pdf', 1000000, 'application/pdf', repeat('0', 64)
     from ${mine}, unnest(array['pitch', 'video']) field where p.fields <> '{}' and n % 20 < ${COMPLETE}`,
    [edition],
  );
  await sql(
    `insert into submissions (project_id, edition_id, number, sha256, version, sent_at, project)
     select p.id, p.edition_id, $2 || '-' || lpad(n::text, 6, '0'), repeat('0', 64), sent_version, sent_at,
       model.project || p.fields
     from ${mine}, (select project from submissions where current order by number limit 1) model
     where sent_version is not null`,
    [edition, year],
  );
  await sql(
    `insert into project_events (project_id, at, type, data)
     select p.id, p.created_at + k * interval '1 minute',
       case when n % 50 = 3 and k < 3 then 'file_refused' else 'saved' end, '{"field": "video", "name": "a.mov"}'
     from ${mine}, generate_series(1, ${EVENTS}) k`,
    [edition],
  );
  await sql(
    `insert into outbox (user_id, project_id, recipient, language, template, data, created_at, attempts, sent_at, failed_at, expires_at)
     select p.user_id, p.id, 'app' || n || '@example.org', 'it', 'reminder_complete', '{}', p.created_at, 1,
       case when (n + k) % 100 > 0 then now() end, case when (n + k) % 100 = 0 then now() end, now()
     from ${mine}, generate_series(1, ${MAILS}) k`,
    [edition],
  );
  const sent = await sql(
    "select project_id, user_id, number from submissions join projects on projects.id = project_id where submissions.edition_id = $1 limit 1",
    [edition],
  );
  const [{ project_id: project, user_id: person, number: receipt }] = sent.rows;
  return { edition, project, person, receipt };
}

/**
 * Seeds audit entries by twenty staff members about the applicants. The hash chain of the entries is valid.
 *
 * @param {Sql} sql
 * @param {string} edition
 * @param {number} year
 * @param {number} lines
 */
export async function seedAuditLog(sql, edition, year, lines) {
  await sql(
    `insert into acts (at, level, act, target, data, words)
     select now() - ($3::int - n) * interval '1 minute', 'command',
       (array['edition.extend', 'application.remind', 'mail.retry', 'user.grant'])[n % 4 + 1],
       jsonb_build_object('edition', $1::text, 'year', $2::text, 'user', ids[n % array_length(ids, 1) + 1]), '{}',
       jsonb_build_object('actor', jsonb_build_object('text', case n % 20 when 0 then 'Rita' else 'Operator ' || n % 20 end, 'salt', '-'))
     from generate_series(1, $3::int) n, (select array_agg(user_id) ids from projects where edition_id = $1::uuid) people`,
    [edition, year, lines],
  );
}
