import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startMailbox } from "@/scripts/launcher/mailbox.mjs";
import { startPostgres } from "@/scripts/launcher/postgres.mjs";
import { droppedFolder } from "@/scripts/launcher/postgres-runner.mjs";
import { anyPort, fixedPort, innerPort, onFreePort } from "@/scripts/processes/ports.mjs";
import { bornAt, endRecorded } from "@/scripts/processes/processes.mjs";

const root = join(import.meta.dirname, "../..");

/** A minimal launcher. It starts PostgreSQL with data in a folder, prints the database's URL, and keeps running. */
const LAUNCHER = `
  import { startPostgres } from "./scripts/launcher/postgres.mjs";
  const [folder, port] = process.argv.slice(-2);
  const { url, way } = await startPostgres({
    runFolder: folder + "/run",
    directory: folder + "/postgres",
    port: Number(port),
    password: "a-password-of-the-tests",
    name: "tried",
    log: folder + "/postgres.log",
  });
  console.log(JSON.stringify({ url, way }));
  setInterval(() => {}, 1000);
`;

let folder: string;

beforeEach(() => {
  // Deny other users access to the test's folder, because the folder of a clone can be private.
  folder = mkdtempSync(join(tmpdir(), "slancio-launcher-"));
});

afterEach(async () => {
  await endRecorded(join(folder, "run"));
  rmSync(droppedFolder(join(folder, "postgres")), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

async function launch(env: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ["--input-type=module", "-e", LAUNCHER, folder, String(await anyPort())],
    { cwd: root, stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } },
  );
  const told = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk) => resolve(String(chunk)));
    child.once("exit", (code) => reject(new Error(`the launcher ended with ${code}`)));
  });
  return { child, ...(JSON.parse(told) as { url: string; way: string }) };
}

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = (): number =>
  JSON.parse(readFileSync(join(folder, "run/postgres.json"), "utf8")).pid;

async function gone(pid: number) {
  await expect.poll(() => bornAt(pid), { timeout: 15_000 }).toBeNull();
}

async function killed(child: ChildProcess) {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
}

describe("the embedded PostgreSQL", { timeout: 120_000 }, () => {
  test("the embedded PostgreSQL stops when its launcher is killed, and keeps committed data", async () => {
    const first = await launch();
    await query(first.url, "create table kept as select 42 as answer");
    const pid = postmaster();
    await killed(first.child);
    await gone(pid);

    const second = await launch();
    expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    await killed(second.child);
  });

  test("a new launcher replaces a PostgreSQL that an earlier launcher left running", async () => {
    const first = await launch();
    const pid = postmaster();
    // Without the process record, the reaper does not know the PostgreSQL process. Only PostgreSQL's lock file remains.
    rmSync(join(folder, "run/postgres.json"));
    await killed(first.child);
    expect(bornAt(pid)).not.toBeNull();

    const second = await launch();
    expect(bornAt(pid)).toBeNull();
    expect(await query(second.url, "select 1 as up")).toEqual([{ up: 1 }]);
    await killed(second.child);
  });

  test("PostgreSQL starts despite a lock that names an unrelated process, and does not stop that process", async () => {
    const first = await launch();
    const pid = postmaster();
    await killed(first.child);
    await gone(pid);
    const stranger = spawn("sleep", ["60"]);
    const lock = join(folder, "postgres/postmaster.pid");
    if (first.way === "namespace" || first.way === "direct") {
      writeFileSync(lock, `${stranger.pid}\n${join(folder, "postgres")}\n0\n1\n\n127.0.0.1\n`);
    }

    const second = await launch();
    expect(await query(second.url, "select 1 as up")).toEqual([{ up: 1 }]);
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
    await killed(second.child);
  });

  test.runIf(process.getuid?.() === 0)(
    "PostgreSQL started by root runs as another user where user namespaces are unavailable",
    async () => {
      const first = await launch({ POSTGRES_AS_ROOT: "user" });
      expect(first.way).toBe("dropped-user");
      expect(await query(first.url, "select lower('ÀÈ') as small")).toEqual([{ small: "àè" }]);
      const pid = postmaster();
      expect(readFileSync(`/proc/${pid}/status`, "utf8")).not.toMatch(/^Uid:\s+0\s/m);
      await killed(first.child);
      await gone(pid);
    },
  );
});

describe("copies that start simultaneously", { timeout: 120_000 }, () => {
  const COPIES = ["a", "b", "c"];
  const inOf = (copy: string) => ({
    runFolder: join(folder, copy, "run"),
    log: join(folder, `${copy}.log`),
  });
  const databaseOf = (copy: string, password: string, port: number) =>
    startPostgres({
      ...inOf(copy),
      directory: join(folder, copy, "postgres"),
      port,
      password,
    });

  /**
   * Returns the ports that several launchers choose. All start with the same port, as if each checked it before any
   * launcher listens.
   */
  function choosing(...from: number[]) {
    let isFirst = true;
    return async () => {
      if (!isFirst) return Promise.all(from.map((port) => innerPort("TRIED_PORT", port)));
      isFirst = false;
      return from;
    };
  }

  afterEach(async () => {
    for (const copy of COPIES) {
      await endRecorded(join(folder, copy, "run"));
      rmSync(droppedFolder(join(folder, copy, "postgres")), { recursive: true, force: true });
    }
  });

  test("copies that start simultaneously have separate databases, even with the same chosen port", async () => {
    const from = await anyPort();
    const started = await Promise.all(
      COPIES.map((copy) => {
        const choose = choosing(from);
        return onFreePort(async () => {
          const [port = 0] = await choose();
          return databaseOf(copy, `the-password-of-${copy}`, port);
        });
      }),
    );
    const ports = started.map(({ url }) => new URL(url).port);
    expect(new Set(ports).size).toBe(COPIES.length);
    const folders = await Promise.all(
      started.map(async ({ url }) => (await query(url, "show data_directory"))[0]?.data_directory),
    );
    expect(new Set(folders).size).toBe(COPIES.length);
    await Promise.all(started.map(({ stop }) => stop()));
  });

  test("copies that start simultaneously have separate mailboxes", async () => {
    const [web, smtp] = [await anyPort(), await anyPort()];
    const started = await Promise.all(
      COPIES.map((copy) => {
        const choose = choosing(web, smtp);
        return onFreePort(async () => {
          const [webPort = 0, smtpPort = 0] = await choose();
          return startMailbox({
            ...inOf(copy),
            folder: join(folder, copy, "mail"),
            webPort,
            smtpPort,
          });
        });
      }),
    );
    expect(new Set(started.map(({ url }) => url)).size).toBe(COPIES.length);
    expect(new Set(started.map(({ smtpUrl }) => smtpUrl)).size).toBe(COPIES.length);
    await Promise.all(started.map(({ stop }) => stop()));
  });

  test("a port conflict names the other server and never suggests deleting data", async () => {
    const port = await anyPort();
    const first = await databaseOf("a", "the-password-of-a", port);
    const second = databaseOf("b", "another-password", port);
    const message = await second.then(
      () => "",
      (error: Error) => error.message,
    );
    expect(message).toMatch(
      new RegExp(`^Another program answers on port ${port}\\b.* untouched\\.$`),
    );
    await first.stop();
    const wrong = await databaseOf("a", "not-that-password", port).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(wrong).toMatch(/refuses the password in .*restore the/);
    for (const said of [message, wrong]) expect(said).not.toMatch(/remove|delete|start over/i);
  });
});

describe("a port", () => {
  test("a port in use gives an error that names the port and the variable", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    process.env.TRIED_PORT = String(port);
    await expect(fixedPort("TRIED_PORT", 3000)).rejects.toThrow(
      new RegExp(`^Port ${port} is already in use: .*TRIED_PORT=`),
    );
    process.env.TRIED_PORT = "many";
    await expect(fixedPort("TRIED_PORT", 3000)).rejects.toThrow("TRIED_PORT=many is not a port");
    delete process.env.TRIED_PORT;
    server.close();
  });

  test("anyPort never returns a port twice, or a port that outgoing connections use", async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, anyPort));
    expect(new Set(ports).size).toBe(ports.length);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });
});
