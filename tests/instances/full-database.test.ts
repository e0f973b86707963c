import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { connect } from "@/backend/db/connect";
import { migrateDatabase } from "@/backend/db/migrate";
import { projects } from "@/backend/db/schema/applications";
import { startPostgres } from "@/scripts/launcher/postgres.mjs";
import { chooseRunner, droppedFolder } from "@/scripts/launcher/postgres-runner.mjs";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { testFolder } from "../support/folder";
import { testBackend } from "../support/servers/backend";

/* Runs PostgreSQL on a full disk: a small in-memory file system. Skipped where the system cannot mount one. */

const folder = await testFolder("small-disk");
const directory = join(folder, "data");
const runFolder = join(folder, "run");
mkdirSync(runFolder, { recursive: true });
const settings = { runFolder, directory, port: await anyPort(), password: "of-the-tests" };
const start = () => startPostgres({ ...settings, name: "slancio", log: join(folder, "log") });
const runner = chooseRunner(directory);
afterAll(() => rmSync(droppedFolder(directory), { recursive: true, force: true }));

let server = await start();
await migrateDatabase(server.url);
await server.stop();
const isMounted = moveToSmallDisk();
if (!isMounted) console.warn("SKIPPED: no disk can be mounted (root may), so none is full");

function moveToSmallDisk(): boolean {
  const copy = join(folder, "copy");
  cpSync(runner.directory, copy, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", runner.directory]);
  } catch {
    return false;
  }
  cpSync(copy, runner.directory, { recursive: true });
  chmodSync(runner.directory, 0o700);
  const inside = readdirSync(runner.directory, { recursive: true, encoding: "utf8" });
  for (const entry of ["", ...inside]) runner.own(join(runner.directory, entry));
  return true;
}
afterAll(async () => {
  await server.stop();
  if (isMounted) execFileSync("umount", ["--lazy", runner.directory]);
});

test.skipIf(!isMounted)(
  "a database with a full disk refuses saves as unavailable and loses no acknowledged save",
  async () => {
    server = await start();
    const connection = connect(server.url);
    afterAll(connection.close);
    const database = { db: connection.db, url: server.url };
    const { api, db, makeUser, makeEdition } = await testBackend({ database });
    await makeEdition();
    const { id, token } = await makeUser();
    let acknowledged = "";
    const statuses = new Set<number>();
    // Save random text, because it cannot be compressed and therefore needs disk space.
    const save = async () => {
      const idea = randomBytes(1_100).toString("base64url");
      const answer = await api("POST", "wp/v2/project", { token, body: { idea } });
      statuses.add(answer.status);
      if (answer.status === 200) acknowledged = idea;
      else
        expect([answer.json.code, Number(answer.headers.get("retry-after")) > 0]).toEqual([
          "unavailable",
          true,
        ]);
      return answer.status;
    };
    expect(await save()).toBe(200);
    const filler = join(runner.directory, "filler");
    execFileSync("sh", ["-c", `cat /dev/zero > "${filler}" 2>/dev/null || true`]);
    for (let n = 0; n < 20_000 && !statuses.has(503); n += 1) await save();
    expect([...statuses].toSorted()).toEqual([200, 503]);
    const read = await api("GET", "wp/v2/project", { token });
    if (read.status === 200) expect(read.json.project.idea).toBe(acknowledged);

    rmSync(filler);
    // PostgreSQL can stop when it cannot write its log. The test then restarts it, as a supervisor would.
    const ended = await Promise.race([server.exited.then(() => true), Promise.resolve(false)]);
    if (ended) server = await start();
    await expect.poll(save, { timeout: 60_000 }).toBe(200);
    const [stored] = await db.select().from(projects).where(eq(projects.userId, id));
    expect(stored?.fields.idea).toBe(acknowledged);
  },
  120_000,
);
