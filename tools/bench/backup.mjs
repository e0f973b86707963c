// @ts-check
// Measures a backup and a restore with 10,000 sent applications and 50 GB of files. By default only a tenth of the
// files exists, and their share of the time is multiplied by ten. BENCH_WHOLE=1 creates all files and needs 60 GB of
// disk space. The source files are sparse. The backup's files are not sparse: every byte is read and hashed. A restore
// on the backup's disk links the files. BENCH_RESTORE=FOLDER names a folder on another disk, to which the restore
// copies the files. PostgreSQL runs with fsync, as in production.
import { createHash, randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, rmSync, truncateSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { tsImport } from "tsx/esm/api";
import { logs } from "../../scripts/launcher/paths.mjs";
import { startPostgres } from "../../scripts/launcher/postgres.mjs";
import { table } from "../../scripts/launcher/report.mjs";
import { newSecret } from "../../scripts/launcher/secrets.mjs";
import { runCommand } from "../../scripts/launcher/stack.mjs";
import { anyPort } from "../../scripts/processes/ports.mjs";
import { cleanEnvironment } from "../../scripts/testing/test-stack.mjs";

const APPLICATIONS = 10_000;
const GIGABYTES = 50;
const { BENCH_WHOLE, BENCH_RESTORE } = process.env;
/**
 * Only one in SHARE applications has a file, because the files of all applications do not fit on a desktop computer's
 * disk. With BENCH_WHOLE, every application has a file.
 */
const SHARE = BENCH_WHOLE ? 1 : 10;
const WITH_FILES = APPLICATIONS / SHARE;
const FILE_BYTES = (GIGABYTES * 1e9) / APPLICATIONS;
const TEXT = "Pannelli isolanti dagli scarti della lana. ".repeat(40);

/** @typedef {(text: string, values?: unknown[]) => Promise<import("pg").QueryResult>} Sql */

/**
 * Seeds sent applications. If `folder` is not null, writes one file for each application to it, although a real
 * application has several files.
 *
 * @param {Sql} sql
 * @param {string} edition
 * @param {number} first
 * @param {number} number
 * @param {string | null} folder
 */
async function plant(sql, edition, first, number, folder) {
  const canonical = await tsImport("../../backend/project/receipt/canonical.ts", import.meta.url);
  const schemas = await tsImport("../../contract/project/project-schemas.ts", import.meta.url);
  const sha256 = createHash("sha256").update(Buffer.alloc(FILE_BYTES)).digest("hex");
  const { rows } = await sql(
    `with people as (
       insert into users (email, first_name, last_name)
       select 'bench' || n || '@example.org', 'Ada', 'Riva' from generate_series($2::int, $3::int) n returning id)
     insert into projects (edition_id, user_id, fields, version, sent_version, sent_at)
     select $1, id, jsonb_build_object('idea', $4::text), 2, 2, now() from people returning id`,
    [edition, first, first + number - 1, TEXT],
  );
  const sent = rows.map(({ id: project_id }, index) => {
    const id = randomUUID();
    if (folder) {
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
    const pitch = folder ? { ...file, uploaded_at: "2026-09-01T00:00:00.000Z", pages: 10 } : null;
    const texts = { nome: `Filò ${first + index}`, idea: TEXT, obiettivi: TEXT, impatto: TEXT };
    const project = { ...schemas.EMPTY_PROJECT, ...texts, pitch };
    const number = `2026-${String(first + index).padStart(6, "0")}`;
    return { project_id, number, sha256: canonical.projectHash(project), project };
  });
  for (let from = 0; from < sent.length; from += 1_000) {
    const some = JSON.stringify(sent.slice(from, from + 1_000));
    await sql(
      `insert into submissions (project_id, edition_id, number, sha256, version, sent_at, project)
       select project_id, $1, number, sha256, 2, now(), project
       from jsonb_to_recordset($2::jsonb) as s(project_id uuid, number text, sha256 text, project jsonb)`,
      [edition, some],
    );
  }
  await sql(
    `insert into files (id, project_id, field, name, size, type, sha256, pages)
     select (project #>> '{pitch,id}')::uuid, project_id, 'pitch', 'deck.pdf', $1, 'application/pdf', $2, 10
     from submissions where number >= $3 and project -> 'pitch' ? 'id'`,
    [FILE_BYTES, sha256, sent[0]?.number],
  );
  // Add the timeline events of three saves for each application.
  await sql(
    `insert into project_events (project_id, type, at, data)
     select id, 'saved', now(), '{}' from unnest($1::uuid[]) id, generate_series(1, 3)`,
    [rows.map(({ id }) => id)],
  );
}

/**
 * Measures backups and restores, and prints their durations.
 *
 * @param {{ run: () => import("../../scripts/testing/test-stack.mjs").TestRun }} bench
 */
export async function measure({ run }) {
  const { folder, runFolder } = run();
  const home = join(folder, "backup");
  const place = (/** @type {string} */ name) => join(home, name);
  mkdirSync(place("files"), { recursive: true });
  const server = await startPostgres({
    runFolder,
    directory: place("postgres"),
    port: await anyPort(),
    password: newSecret(),
    name: "slancio_full",
    log: join(logs, "bench-backup-postgres.log"),
  });
  /** @type {pg.Client[]} */
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
    /**
     * Runs a command and returns its duration in seconds.
     *
     * @param {string} name
     * @param {string[]} args
     * @param {Record<string, string>} changes
     */
    const timed = async (name, args, changes = {}) => {
      const began = performance.now();
      await runCommand(name, { runFolder, env: { ...env, ...changes }, log, args });
      return (performance.now() - began) / 1000;
    };
    await timed("migrate", []);
    const client = new pg.Client({ connectionString: server.url });
    clients.push(client);
    await client.connect();
    /** @type {Sql} */
    const sql = (text, values) => client.query(text, values);
    const { rows } = await sql(
      "insert into editions (year, opens_at, closes_at) values (2026, '2026-07-01', '2026-10-01') returning id",
    );

    /**
     * Measures each step of a backup and a restore, in seconds, with the data that the database now contains.
     *
     * @param {string} name
     */
    async function round(name) {
      const restored = `restored_${name}`;
      await sql(`create database ${restored}`);
      const [first, second] = [place(`${name}-1`), place(`${name}-2`)];
      const changes = {
        DATABASE_URL: server.url.replace("slancio_full", restored),
        FILES_DIR: BENCH_RESTORE ? join(BENCH_RESTORE, restored) : place(restored),
      };
      return [
        await timed("backup", [first]),
        await timed("backup", [second, "--link-dest", first]),
        await timed("backup", ["verify", second]),
        await timed("restore", [second], changes),
      ];
    }

    const without = APPLICATIONS - WITH_FILES;
    /** @type {number[] | undefined} */
    let alone;
    if (without > 0) {
      await plant(sql, rows[0].id, 1, without, null);
      alone = await round("rows");
    }
    await plant(sql, rows[0].id, without + 1, WITH_FILES, place("files"));
    const both = await round("files");
    const size = await sql("select pg_database_size(current_database()) as bytes");
    const whole = both.map((seconds, i) => {
      const ofRows = alone?.[i] ?? seconds;
      return ofRows + Math.max(0, seconds - ofRows) * SHARE;
    });
    const said = (/** @type {number | undefined} */ seconds = 0) => `${seconds.toFixed(0)} s`;
    const steps = ["backup, the first", "backup, files linked", "verify", "restore"];
    console.log(
      `${APPLICATIONS} sent applications (${Math.round(size.rows[0].bytes / 1e6)} MB of rows); load of the machine ${loadavg()[0]?.toFixed(1)}`,
    );
    console.log(
      table(
        alone
          ? [
              ["", "rows alone", `and ${GIGABYTES / SHARE} GB`, `reckoned for ${GIGABYTES} GB`],
              ...steps.map((step, i) => [step, said(alone[i]), said(both[i]), said(whole[i])]),
            ]
          : [["", `${GIGABYTES} GB`], ...steps.map((step, i) => [step, said(whole[i])])],
      ),
    );
    console.log(
      `  RPO: the time between two backups (a night: 24 h) and ${said(whole[1])}; RTO: ${said(whole[3])} and a start of the site`,
    );
  } finally {
    for (const client of clients) await client.end();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
