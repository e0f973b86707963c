// How long a backup and a restore take: 10,000 sent applications, and a tenth of their 50 GB of files. The files are
// sparse where they come from; what a backup writes of them is real, and so is every byte that is read and hashed.
// PostgreSQL runs with fsync, as in production.
import { createHash, randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, rmSync, truncateSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { tsImport } from "tsx/esm/api";
import { anyPort } from "../process/ports.mjs";
import { logs } from "../run/paths.mjs";
import { startPostgres } from "../run/postgres.mjs";
import { table } from "../run/report.mjs";
import { newSecret } from "../run/secrets.mjs";
import { runCommand } from "../run/stack.mjs";
import { cleanEnvironment } from "../test/test-stack.mjs";

const APPLICATIONS = 10_000;
const GIGABYTES = 50;
/** One application in so many has its files: the disk of a desk has no room for all of them several times. */
const SHARE = 10;
const FILE_BYTES = (GIGABYTES * 1e9) / APPLICATIONS;
const TEXT = "Pannelli isolanti dagli scarti della lana. ".repeat(40);

/** What an applicant sends, with one file in place of all. */
async function plant(sql, folder) {
  const canonical = await tsImport("../../backend/project/receipt/canonical.ts", import.meta.url);
  const schemas = await tsImport("../../contract/project/project-schemas.ts", import.meta.url);
  const sha256 = createHash("sha256").update(Buffer.alloc(FILE_BYTES)).digest("hex");
  const edition = await sql(
    "insert into editions (year, opens_at, closes_at) values (2026, '2026-07-01', '2026-10-01') returning id",
  );
  const { rows } = await sql(
    `with people as (
       insert into users (email, first_name, last_name)
       select 'bench' || n || '@example.org', 'Ada', 'Riva' from generate_series(1, $2::int) n returning id)
     insert into projects (edition_id, user_id, fields, version, sent_version, sent_at)
     select $1, id, jsonb_build_object('idea', $3::text), 2, 2, now() from people returning id`,
    [edition.rows[0].id, APPLICATIONS, TEXT],
  );
  const sent = rows.map(({ id: project_id }, index) => {
    const id = randomUUID();
    const hasFile = index % SHARE === 0;
    if (hasFile) {
      const handle = openSync(join(folder, id), "w");
      truncateSync(join(folder, id), FILE_BYTES);
      closeSync(handle);
    }
    const file = {
      id,
      field: "pitch",
      name: "deck.pdf",
      size: FILE_BYTES,
      type: "application/pdf",
      sha256,
    };
    const pitch = hasFile ? { ...file, uploaded_at: "2026-09-01T00:00:00.000Z", pages: 10 } : null;
    const texts = { nome: `Filò ${index}`, idea: TEXT, obiettivi: TEXT, impatto: TEXT };
    const project = { ...schemas.EMPTY_PROJECT, ...texts, pitch };
    const number = `2026-${String(index).padStart(6, "0")}`;
    return { project_id, number, sha256: canonical.projectHash(project), project };
  });
  for (let from = 0; from < sent.length; from += 1_000) {
    const some = JSON.stringify(sent.slice(from, from + 1_000));
    await sql(
      `insert into submissions (project_id, edition_id, number, sha256, version, sent_at, project,
         nome, idea, tipologia_impresa, stage, industry, tech)
       select project_id, $1, number, sha256, 2, now(), project, project ->> 'nome', project ->> 'idea',
         coalesce(project ->> 'tipologia_impresa', ''), coalesce(project ->> 'stage', ''),
         coalesce(project ->> 'industry', ''), coalesce(project ->> 'tech', '')
       from jsonb_to_recordset($2::jsonb) as s(project_id uuid, number text, sha256 text, project jsonb)`,
      [edition.rows[0].id, some],
    );
  }
  await sql(
    `insert into files (id, project_id, field, name, size, type, sha256, pages)
     select (project #>> '{pitch,id}')::uuid, project_id, 'pitch', 'deck.pdf', $1, 'application/pdf', $2, 10
     from submissions where project -> 'pitch' ? 'id'`,
    [FILE_BYTES, sha256],
  );
  // Three saves' traces each.
  await sql(
    `insert into project_events (project_id, kind, at, data)
     select id, 'saved', now(), '{}' from projects, generate_series(1, 3)`,
  );
}

export async function measure({ run }) {
  const { folder, runFolder } = run();
  const home = join(folder, "backup");
  const place = (name) => join(home, name);
  for (const name of ["files", "restored"]) mkdirSync(place(name), { recursive: true });
  const server = await startPostgres({
    runFolder,
    directory: place("postgres"),
    port: await anyPort(),
    password: newSecret(),
    name: "slancio_full",
    log: join(logs, "bench-backup-postgres.log"),
  });
  const clients = [];
  try {
    const env = {
      ...cleanEnvironment(),
      DATABASE_URL: server.url,
      SMTP_URL: "smtp://127.0.0.1:1",
      TOKEN_SECRET: newSecret(),
      FILES_DIR: place("files"),
    };
    const log = join(logs, "bench-backup.log");
    const timed = async (name, args, changes = {}) => {
      const began = performance.now();
      await runCommand(name, { runFolder, env: { ...env, ...changes }, log, args });
      return (performance.now() - began) / 1000;
    };
    await timed("migrate", []);
    const client = new pg.Client({ connectionString: server.url });
    clients.push(client);
    await client.connect();
    await plant((text, values) => client.query(text, values), place("files"));
    const { rows } = await client.query("select pg_database_size(current_database()) as size");
    await client.query("create database slancio_restored");

    const first = await timed("backup", [place("first")]);
    const second = await timed("backup", [place("second"), "--link-dest", place("first")]);
    const verified = await timed("backup", ["verify", place("second")]);
    const DATABASE_URL = server.url.replace("slancio_full", "slancio_restored");
    const restored = await timed("restore", [place("second")], {
      DATABASE_URL,
      FILES_DIR: place("restored"),
    });
    const gigabytes = GIGABYTES / SHARE;
    const whole = (seconds) => `${seconds.toFixed(0)} s`;
    console.log(
      `${APPLICATIONS} sent applications (${Math.round(rows[0].size / 1e6)} MB of rows), ${gigabytes} GB in ${APPLICATIONS / SHARE} files; load of the machine ${loadavg()[0].toFixed(1)}`,
    );
    console.log(
      table([
        ["", "measured", `at most, with ${GIGABYTES} GB`],
        ["backup, the first", whole(first), whole(first * SHARE)],
        ["backup, files linked", whole(second), whole(second * SHARE)],
        ["verify", whole(verified), whole(verified * SHARE)],
        ["restore, receipts checked", whole(restored), whole(restored * SHARE)],
      ]),
    );
    console.log(
      `  RPO: the time between two backups and ${whole(second)} (a night: 24 h); RTO: ${whole(restored * SHARE)} and a start of the site`,
    );
  } finally {
    for (const client of clients) await client.end();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
