import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll } from "vitest";
import type { BackendConfig } from "@/backend/config";

/** A script that runs the back end in a separate process, as on another machine, and prints the port. */
const NODE = `
  import { createServer } from "node:http";
  import { Readable } from "node:stream";
  import { pipeline } from "node:stream/promises";
  import { openBackend } from "./backend/app";
  const { backend } = openBackend();
  const server = createServer(async (asked, answer) => {
    const { method, headers, url } = asked;
    const body = ["GET", "HEAD"].includes(method) ? undefined : Readable.toWeb(asked);
    const request = new Request("http://localhost" + url, { method, headers, body, duplex: "half" });
    const said = await backend.fetch(request);
    answer.writeHead(said.status, Object.fromEntries(said.headers));
    if (said.body) await pipeline(Readable.fromWeb(said.body), answer).catch(() => {});
    else answer.end();
  });
  server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log(server.address().port));
`;

/**
 * Returns a function that starts the back end as a process that can be killed, with a test's database and files. Call
 * it at the top of a test file. After the tests, running processes are killed, because their open output would block
 * the runner.
 */
export function testNodes() {
  const children = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of children) child.kill("SIGKILL");
  });

  /**
   * Starts the back end in a process and returns the process and its address.
   *
   * @param env additional configuration; by default `PORT` is any free port
   */
  async function startNode(config: BackendConfig, env: Record<string, string> = {}) {
    const { DATABASE_URL, SITE_URL, TOKEN_SECRET, FILES_DIR, SMTP_URL } = config;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", NODE], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "test",
        LOG_LEVEL: "silent",
        TRUSTED_HOPS: "1",
        PORT: "0",
        ...{ DATABASE_URL, SITE_URL, TOKEN_SECRET, FILES_DIR, SMTP_URL },
        ...env,
      },
    });
    children.add(child);
    const [port] = await once(child.stdout, "data");
    const address = `127.0.0.1:${String(port).trim()}`;
    return { child, address, url: `http://${address}` };
  }
  return startNode;
}
