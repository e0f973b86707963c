import { createHash } from "node:crypto";
import { appendFile, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import { beforeAll, expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { behindTheBack, five } from "@/tests/support/people/evaluation";
import { sendingBench } from "@/tests/support/people/sending";
import { emptyDatabase } from "@/tests/support/servers/database";
import { testS3 } from "@/tests/support/servers/s3";
import { appendAuditEntry } from "../audit-log/entries";
import { connect } from "../db/connect";
import { knownMigrations, migrateDatabase } from "../db/migrate";
import { users } from "../db/schema/accounts";
import { files, projectEvents, submissions } from "../db/schema/applications";
import { folderStore } from "../store/folder";
import { putBytes } from "../store/put-bytes";
import { s3Store } from "../store/s3";
import { checkData } from "./check-data";
import { makeBackup } from "./make-backup";
import { filesPath, readManifest, tablePath } from "./manifest";
import { newestBackup } from "./newest-backup";
import { restoreBackup } from "./restore-backup";
import { verifyBackup } from "./verify-backup";

const bench = await sendingBench();
const { db, deps, complete, send } = bench;
const databaseUrl = deps.config.DATABASE_URL;

/** Returns the path of a backup folder that does not exist yet. */
const newFolder = async () => join(await testFolder("backups"), "one");
const backUp = async (more: { linkDest?: string } = {}) => {
  const folder = await newFolder();
  await makeBackup({ databaseUrl, store: deps.store, folder, ...more });
  return folder;
};
/** Creates an empty database and an empty file store as the target of a restore. */
const elsewhere = async () => {
  const target = await emptyDatabase();
  return { databaseUrl: target, store: folderStore(await testFolder("restored")) };
};

beforeAll(async () => {
  for (const name of ["Vela", "Remo"]) {
    const owner = await complete({ nome: name });
    const rows = await db.select().from(files).where(eq(files.projectId, owner.projectId));
    for (const { id, field } of rows) {
      await putBytes(deps.store, id, Buffer.from(`${field} of ${owner.id}`));
    }
    expect((await send(owner.token)).status).toBe(200);
  }
  const { id, token } = await bench.makeUser({ roles: ["evaluator"], firstName: "Ada" });
  for (const { projectId } of await db.select().from(submissions)) {
    const body = { scores: five(7, 8, 9, 6, 5) };
    const path = `wp/v2/projects/${projectId}/evaluation`;
    expect((await bench.api("POST", path, { token, body })).status).toBe(200);
  }
  const closed = await bench.api("POST", "wp/v2/projects_evaluations", {
    token,
    body: { closed: true },
  });
  expect(closed.status).toBe(200);
  const act = { actor: "Rita", reason: "prova", now: deps.now() };
  await appendAuditEntry(db, act, { act: "user.grant", target: { user: id } });
});

test("a restored backup equals the original, row by row and byte by byte", async () => {
  const folder = await backUp();
  const target = await elsewhere();
  await restoreBackup({ ...target, folder });
  const again = await newFolder();
  const second = await makeBackup({ ...target, folder: again });
  const first = await readManifest(folder);
  expect(first.files).toHaveLength(4);
  expect(second.tables).toEqual(first.tables);
  expect(second.files).toEqual(first.files);
  const restored = connect(target.databaseUrl);
  expect(await checkData(restored.db, target.store)).toEqual({
    receipts: 2,
    records: 1,
    lines: 1,
    files: 4,
    problems: [],
  });
  // The restore runs `analyze`, which stores the table's row count. Without `analyze`, `reltuples` would be -1.
  const { rows } = await restored.db.execute(
    sql`select reltuples from pg_class where oid = 'public.submissions'::regclass`,
  );
  expect(rows).toEqual([{ reltuples: 2 }]);
  const [event] = await restored.db.select().from(projectEvents);
  const { id: _id, sequence: _sequence, ...fresh } = event!;
  const [added] = await restored.db.insert(projectEvents).values(fresh).returning();
  const [{ last } = { last: 0 }] = await restored.db
    .select({ last: sql<number>`max(sequence)::int` })
    .from(projectEvents);
  expect(added!.sequence).toBe(last);
  const act = { actor: "Rita", reason: "", now: deps.now() };
  await appendAuditEntry(restored.db, act, { act: "mail.retry", target: {} });
  expect((await checkData(restored.db, target.store)).problems).toEqual([]);
  await restored.close();
});

test("a backup moves files from one bucket to another through a folder", async () => {
  const { bucket } = await testS3();
  const [from, to] = ["from/", "to/"].map((S3_PREFIX) => s3Store({ ...bucket, S3_PREFIX }));
  for (const { id } of await db.select().from(files)) {
    await putBytes(from!, id, await buffer(deps.store.open(id)));
  }
  const folder = await newFolder();
  await makeBackup({ databaseUrl, store: from!, folder });
  const target = { databaseUrl: await emptyDatabase(), store: to! };
  await restoreBackup({ ...target, folder });
  const restored = connect(target.databaseUrl);
  expect(await checkData(restored.db, to!)).toMatchObject({ receipts: 2, files: 4, problems: [] });
  await restored.close();
});

test("a backup contains each table of the database", async () => {
  const { tables } = await readManifest(await backUp());
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  expect(tables.map(({ name }) => name).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
});

test("the verification of a backup leaves no database behind", async () => {
  const folder = await backUp();
  const { check } = await verifyBackup(databaseUrl, folder);
  expect(check.problems).toEqual([]);
  expect(check.receipts).toBe(2);
  const { rows } = await db.execute(sql`select 1 from pg_database where datname like 'verify_%'`);
  expect(rows).toEqual([]);
});

test("the verification of a backup reports a receipt that does not match its answers", async () => {
  const folder = await backUp();
  const { tables, ...rest } = await readManifest(folder);
  const path = tablePath(folder, "submissions");
  await writeFile(path, (await readFile(path, "utf8")).replaceAll("Vela", "Velo"));
  const sha256 = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  const altered = tables.map((table) =>
    table.name === "submissions" ? { ...table, sha256 } : table,
  );
  await writeFile(join(folder, "manifest.json"), JSON.stringify({ ...rest, tables: altered }));
  const { check } = await verifyBackup(databaseUrl, folder);
  expect(check.problems).toEqual([
    expect.stringMatching(/^receipt 2026-\d{6}: the answers are not those that were sent$/),
  ]);
});

test.each([
  ["a byte more in a table", (folder: string) => appendFile(tablePath(folder, "users"), "\n")],
  ["a file cut short", async (folder: string) => truncate(await someFile(folder), 3)],
  ["a file missing", async (folder: string) => rm(await someFile(folder))],
  [
    "no list, because the backup was not finished",
    (folder: string) => rm(join(folder, "manifest.json")),
  ],
])("a damaged backup is refused: %s", async (_what, damage) => {
  const folder = await backUp();
  await damage(folder);
  const target = await elsewhere();
  await expect(restoreBackup({ ...target, folder })).rejects.toThrow(/damaged|no complete backup/);
  await expect(verifyBackup(databaseUrl, folder)).rejects.toThrow(/damaged|no complete backup/);
});

test("a manipulated audit log entry is restored unchanged and reported", async () => {
  await behindTheBack(db, (tx) => tx.execute(sql`update acts set data = '{"role": "x"}'`));
  const { check } = await verifyBackup(databaseUrl, await backUp());
  expect(check.problems).toEqual(["the log has been changed: line 1 has been changed"]);
  await behindTheBack(db, (tx) => tx.execute(sql`update acts set data = '{}'`));
});

test("a restore refuses a database that contains data, and does not change the data", async () => {
  const folder = await backUp();
  const before = await db.select({ id: users.id }).from(users);
  await expect(restoreBackup({ databaseUrl, store: deps.store, folder })).rejects.toThrow(
    /already contains data/,
  );
  expect(await db.select({ id: users.id }).from(users)).toEqual(before);
});

test("a backup is not written into a folder that contains files", async () => {
  const folder = await testFolder("filled");
  await writeFile(join(folder, "mine.txt"), "mine");
  await expect(makeBackup({ databaseUrl, store: deps.store, folder })).rejects.toThrow(/not empty/);
});

test("a backup of an empty database is refused with the reason", async () => {
  const target = await elsewhere();
  await expect(makeBackup({ ...target, folder: await newFolder() })).rejects.toThrow(/is empty/);
});

test("a backup links the files of the previous backup instead of copying them", async () => {
  const former = await backUp();
  const folder = await backUp({ linkDest: former });
  for (const name of await readdir(filesPath(folder))) {
    const [one, other] = [filesPath(folder), filesPath(former)].map((path) => join(path, name));
    expect((await stat(one!)).ino).toBe((await stat(other!)).ino);
  }
  expect((await verifyBackup(databaseUrl, folder)).check.problems).toEqual([]);
});

test("a backup without a previous backup copies all files", async () => {
  const folder = await backUp({ linkDest: await testFolder("nothing") });
  expect((await verifyBackup(databaseUrl, folder)).check.problems).toEqual([]);
});

test("a backup of an older schema is restored and migrated to the newest", async () => {
  const known = await knownMigrations();
  const older = await emptyDatabase();
  await migrateDatabase(older, known.at(-2));
  const folder = await newFolder();
  const made = await makeBackup({ databaseUrl: older, store: deps.store, folder });
  expect(made.schema).toBe(known.at(-2));
  const target = await elsewhere();
  await restoreBackup({ ...target, folder });
  const { schema } = await makeBackup({ ...target, folder: await newFolder() });
  expect(schema).toBe(known.at(-1));
});

test("a backup of an older schema is refused by a database with newer migrations", async () => {
  const known = await knownMigrations();
  const older = await emptyDatabase();
  await migrateDatabase(older, known.at(-2));
  const folder = await newFolder();
  await makeBackup({ databaseUrl: older, store: deps.store, folder });
  const target = await elsewhere();
  await migrateDatabase(target.databaseUrl);
  await expect(restoreBackup({ ...target, folder })).rejects.toThrow(/newer than the backup’s/);
  const same = await backUp();
  await restoreBackup({ ...target, folder: same });
});

test("a backup whose trial restore failed counts as the newest only after a trial restore succeeds", async () => {
  const folder = await backUp();
  const within = join(folder, "..");
  await verifyBackup(databaseUrl, folder);
  expect([await readdir(folder), await newestBackup(within)]).toEqual([
    expect.arrayContaining(["verified"]),
    expect.any(Date),
  ]);
  const path = tablePath(folder, "users");
  const whole = await readFile(path);
  await appendFile(path, "\n");
  await expect(verifyBackup(databaseUrl, folder)).rejects.toThrow(/damaged/);
  expect(await readdir(folder)).not.toContain("verified");
  expect(await newestBackup(within)).toBeUndefined();
  await writeFile(path, whole);
  await verifyBackup(databaseUrl, folder);
  expect(await newestBackup(within)).toEqual(expect.any(Date));
});

test("a backup of a newer version is refused", async () => {
  const folder = await backUp();
  const manifest = await readManifest(folder);
  await writeFile(
    join(folder, "manifest.json"),
    JSON.stringify({ ...manifest, schema: "9999_from_tomorrow" }),
  );
  await expect(restoreBackup({ ...(await elsewhere()), folder })).rejects.toThrow(/newer version/);
});

test("rows written during a backup are in the backup completely or not at all", async () => {
  let running = true;
  const owners = await Promise.all([complete({ nome: "Prua" }), complete({ nome: "Poppa" })]);
  const saving = owners.map(async ({ token }, at) => {
    for (let count = 0; running; count++) {
      await bench.api("POST", "wp/v2/project", { token, body: { idea: `${at} ${count}` } });
    }
  });
  // Deletes the file rows of the two applications, because the bytes of these files are not in the file store.
  await db
    .delete(files)
    .where(sql`project_id in (${owners[0]!.projectId}, ${owners[1]!.projectId})`);
  const folders: string[] = [];
  try {
    for (let times = 0; times < 3; times++) folders.push(await backUp());
  } finally {
    running = false;
    await Promise.all(saving);
  }
  for (const folder of folders) {
    expect((await verifyBackup(databaseUrl, folder)).check.problems).toEqual([]);
  }
});

test("a backup fails if a file's bytes are missing, unless the file's row is missing too", async () => {
  const owner = await complete({ nome: "Timone" });
  await expect(backUp()).rejects.toThrow(/^The file \S+ cannot be backed up: ENOENT/);
  await db.delete(files).where(eq(files.projectId, owner.projectId));
  await expect(backUp()).resolves.toBeTypeOf("string");
});

test("a build refuses a database that a newer build has migrated", async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('tomorrow', 99999999999999)",
  );
  await client.end();
  await expect(migrateDatabase(url)).rejects.toThrow(/belongs to a newer version/);
});

test("one of several instances that start on an empty database runs the migrations", async () => {
  const url = await emptyDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(url)));
  const { db: migrated, close } = connect(url);
  const { rows } = await migrated.execute<{ count: string }>(
    sql`select count(*) from drizzle.__drizzle_migrations`,
  );
  expect(Number(rows[0]!.count)).toBe((await knownMigrations()).length);
  await close();
});

async function someFile(folder: string): Promise<string> {
  const [name] = await readdir(filesPath(folder));
  return join(filesPath(folder), name!);
}
