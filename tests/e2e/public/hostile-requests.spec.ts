import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { readRecord } from "@/scripts/processes/processes.mjs";
import { expect, test } from "../../support/browser/browser";

/* Sends requests over plain sockets, because neither a browser nor `fetch` would send them. */

const HEADERS = [
  "x-content-type-options: nosniff",
  "x-frame-options: deny",
  "referrer-policy: strict-origin-when-cross-origin",
];

test.beforeEach(({ language }) => {
  test.skip(language !== "it", "one language is enough here");
});

/**
 * Sends a request and returns the complete response with its head in lower case. `ms` is the time limit for an open
 * connection.
 */
function say(base: string, line: string, headers: string[] = ["Connection: close"], ms = 10_000) {
  const { hostname, port, host } = new URL(base);
  return new Promise<{ status: number; head: string; text: string }>((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${[`${line} HTTP/1.1`, `Host: ${host}`, ...headers].join("\r\n")}\r\n\r\n`);
    });
    socket.setTimeout(ms, () => socket.destroy());
    socket.setEncoding("latin1").on("data", (part) => {
      text += part;
    });
    socket.on("error", reject).on("close", () => {
      const head = (text.split("\r\n\r\n")[0] ?? "").toLowerCase();
      resolve({ status: Number(/^http\/1\.1 (\d+)/.exec(head)?.[1]), head, text });
    });
  });
}

/** Returns the folder in /proc of the process that serves the site under test. */
function servedBy(): string {
  const record = readRecord(process.env.E2E_RUN_FOLDER ?? "", "site");
  return `/proc/${record?.pid}`;
}

const canLookInside = () => Boolean(process.env.E2E_RUN_FOLDER) && existsSync(`${servedBy()}/fd`);

/** Returns the number of open files and sockets of a process. */
const socketsOf = (process: string) => readdirSync(`${process}/fd`).length;

/** Returns the memory of a process, in megabytes. */
function memoryOf(process: string): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`${process}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

test("a request for a protocol upgrade is answered without the upgrade and leaves no open socket", async ({
  baseURL,
}) => {
  const upgrade = (to: string) => ["Connection: Upgrade", `Upgrade: ${to}`];
  for (const [address, status] of [
    ["/dashboard", 307],
    ["/en/", 308],
    ["//x", 308],
    ["/", 200],
    ["/nothing/here", 404],
    ["/api/time", 204],
  ] as const) {
    const answer = await say(String(baseURL), `GET ${address}`, upgrade("websocket"), 1_000);
    expect([address, answer.status]).toEqual([address, status]);
  }
  test.skip(!canLookInside(), "the sockets of a process are counted where it runs");
  const before = socketsOf(servedBy());
  for (const address of ["/dashboard", "/en/", "//x"]) {
    await Promise.all(
      Array.from({ length: 200 }, () =>
        say(String(baseURL), `GET ${address}`, upgrade("websocket"), 300),
      ),
    );
  }
  // Other tests use the same site at the same time, but none of them opens hundreds of connections.
  await expect.poll(() => socketsOf(servedBy()) - before).toBeLessThan(40);
});

test("no hostile request causes a server error, and each refusal has the security headers", async ({
  baseURL,
}) => {
  const picture = (url: string) => `GET /_next/image?url=${encodeURIComponent(url)}&w=64&q=75`;
  const page = (await say(String(baseURL), "GET /")).text;
  const script = /\/_next\/static\/[^"\\]+\.js/.exec(page)?.[0];
  const asked: [line: string, status: number, ...headers: string[]][] = [
    ["TRACE /", 405],
    ["TRACE /mark.svg", 405],
    ["TRACE /api/health", 405],
    ["GET *", 400],
    ["OPTIONS *", 400],
    ...["/\\evil", "/%", "/dashboard", "/api/time", "/wp-json/", "/icons/icon-192.png"].map(
      (url): [string, number] => [picture(url), 400],
    ),
    ["GET /_next/image/?url=%2F%25&w=64&q=75", 400],
    ["GET /mark.svg", 416, "Range: bytes=999999999-"],
    ["GET /policy/web-privacy-it.pdf", 412, 'If-Match: "another"'],
  ];
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
    asked.push([`${method} /mark.svg`, 405], [`${method} ${script}`, 405]);
  }
  for (const [line, status, ...headers] of asked) {
    const answer = await say(String(baseURL), line, [...headers, "Connection: close"]);
    expect([line, answer.status]).toEqual([line, status]);
    for (const header of HEADERS) expect(answer.head, line).toContain(header);
  }
});

test("files of the site are served completely, in ranges, and by HEAD", async ({ baseURL }) => {
  const file = "/policy/web-privacy-it.pdf";
  const whole = await say(String(baseURL), `GET ${file}`);
  const length = Number(/content-length: (\d+)/.exec(whole.head)?.[1]);
  expect([whole.status, whole.text.length - whole.head.length - 4]).toEqual([200, length]);
  const head = await say(String(baseURL), `HEAD ${file}`);
  expect([head.status, head.text.length - head.head.length - 4]).toEqual([200, 0]);
  expect(head.head).toContain(`content-length: ${length}`);
  const part = await say(String(baseURL), `GET ${file}`, ["Range: bytes=0-3", "Connection: close"]);
  expect([part.status, part.text.slice(-4)]).toEqual([206, "%PDF"]);
});

test("the site serves only pages and public files: no source, folder or development tool", async ({
  request,
}) => {
  const script = /\/_next\/static\/[^"\\]+\.js/.exec(await (await request.get("/")).text())?.[0];
  const folders = ["/policy/", "/icons/", "/_next/", "/_next/static/", "/_next/static/chunks/"];
  const sources = ["/.git/", "/.git/HEAD", "/.git/config", "/.gitignore", "/.env", "/.env.example"];
  const ours = ["/package.json", "/next.config.ts", "/Dockerfile", "/backend/config.ts"];
  const built = ["/.next/BUILD_ID", "/_next/server/app-paths-manifest.json", `${script}.map`];
  const tools = ["/_next/webpack-hmr", "/__nextjs_original-stack-frames", "/__nextjs_source-map"];
  const asked = [...folders, "/media/", "/public/", "/content/", ...sources, ...ours, ...built];
  for (const address of [...asked, ...tools, "/_next/mcp", "/wp-json/media/"]) {
    expect([address, (await request.get(address)).status()]).toEqual([address, 404]);
  }
});

/** Sends a request body until the server closes the connection, 200 MB at most. */
function flood(base: string, address: string) {
  const { hostname, port, host } = new URL(base);
  const piece = Buffer.alloc(65_536, "a");
  const part = Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]);
  return new Promise<{ answer: string; megabytes: number }>((resolve) => {
    let [answer, sent] = ["", 0];
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST ${address} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      go();
    });
    function go() {
      if (socket.destroyed || sent >= 3_200) return;
      sent += 1;
      if (socket.write(part)) setImmediate(go);
      else socket.once("drain", go);
    }
    socket.setTimeout(10_000, () => socket.destroy());
    socket.setEncoding("latin1").on("data", (text) => {
      answer += text;
    });
    // Ignore errors, because the server closes the connection while the test is sending.
    socket.on("error", () => {});
    socket.on("close", () => resolve({ answer: answer.toLowerCase(), megabytes: sent / 16 }));
  });
}

test("a body above the limit is refused early and not held in memory", async ({ baseURL }) => {
  const inside = canLookInside();
  const before = inside ? memoryOf(servedBy()) : 0;
  for (const address of ["/api/session", "/api/revalidate", "/api/preview"]) {
    const floods = await Promise.all([1, 2, 3].map(() => flood(String(baseURL), address)));
    // If no request got a response, repeat the request. A client that is still sending when the server resets the
    // connection can miss the response.
    for (let tries = 0; tries < 5 && !floods.some(({ answer }) => answer); tries++) {
      floods.push(await flood(String(baseURL), address));
    }
    const answers = floods.map(({ answer }) => answer).filter(Boolean);
    expect(answers.length, `answers at ${address}`).toBeGreaterThan(0);
    for (const answer of answers) {
      expect([address, answer.slice(0, 12)]).toEqual([address, "http/1.1 413"]);
      expect(answer).toContain("connection: close");
    }
    for (const { megabytes } of floods) expect(megabytes).toBeLessThan(100);
  }
  // Without the size limit for request bodies, the server would receive 1,800 MB in this test.
  if (inside) expect(memoryOf(servedBy()) - before).toBeLessThan(300);
});
