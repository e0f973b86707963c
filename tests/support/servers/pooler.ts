import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, inject } from "vitest";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { bornAt, writeRecord } from "@/scripts/processes/processes.mjs";
import { testFolder } from "../folder";

/** The path of PgBouncer, from a list of usual paths. Null if PgBouncer is not installed. */
export const PGBOUNCER =
  ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find(
    (path) => spawnSync(path, ["--version"]).status === 0,
  ) ?? null;

/**
 * Starts PgBouncer in transaction mode, as docs/operating.md configures it. It has three connections, so that
 * consecutive transactions use different connections. Returns its URL.
 */
export async function openPooler(databaseUrl: string): Promise<string> {
  if (!PGBOUNCER) throw new Error("pgbouncer is not installed");
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await anyPort();
  const file = join(await testFolder("pooler"), "pgbouncer.ini");
  const target = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  writeFileSync(
    file,
    `[databases]
${pathname.slice(1)} = ${target} connect_query='set statement_timeout = 30000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 500
`,
    { mode: 0o644 },
  );
  // PgBouncer refuses to run as root, so it switches to the named user.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(PGBOUNCER, ["-q", ...user, file], { stdio: "ignore" });
  afterAll(() => {
    child.kill("SIGKILL");
  });
  // Record the process, so that the test run's reaper stops it. A hook that is registered inside a test never runs.
  const { pid } = child;
  if (pid)
    writeRecord(join(inject("testFolder"), "run"), `pooler-${own}`, { pid, born: bornAt(pid) });
  for (let tries = 0; !(await listens(own)); tries += 1) {
    if (tries > 200) throw new Error("pgbouncer does not listen");
    await sleep(25);
  }
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${own}`;
  return url.href;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
