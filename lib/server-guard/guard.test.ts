import { once } from "node:events";
import { createServer, Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PEER_HEADER, PROXIED } from "@/contract/peer";
import { config } from "../config";
import { serverTime } from "../server-time";
import { guardServer, passWrites } from "./guard";

vi.hoisted(() => {
  vi.stubEnv("SITE_URL", "https://bussola.example");
  vi.stubEnv("SITE_ENV", "preview");
});

const { emit } = Server.prototype;
const seen: string[] = [];
const peers: unknown[] = [];
/** Calls that the guard passed to the gateway instead of the server. */
const calls: string[] = [];
async function gateway(request: Request): Promise<Response> {
  // Like the real gateway, read the body before the headers.
  const stream = request.body;
  const got = await new Response(stream).text();
  const [peer, client] = [PEER_HEADER, "X-Forwarded-For"].map((name) => request.headers.get(name));
  calls.push(`${request.method} ${new URL(request.url).pathname} ${peer} ${client}`);
  return Response.json({ got });
}
const server = createServer((request, answer) => {
  seen.push(`${request.method} ${request.url}`);
  peers.push(request.headers[PEER_HEADER]);
  const [, first, second] = /^\/becomes\/(\d+)\/(\d+)/.exec(request.url ?? "") ?? [];
  answer.statusCode = Number(first ?? 200);
  answer.setHeader("Allow", "GET");
  const type = /^\/typed\/(.*)/.exec(request.url ?? "")?.[1];
  if (type) answer.setHeader("Content-Type", type);
  if (request.url === "/kept") answer.setHeader("Cache-Control", "s-maxage=300");
  if (request.url === "/kept" && request.method === "POST") answer.statusCode = 404;
  if (second) answer.statusCode = Number(second);
  const [, tag, text] = /^\/tagged\/(\w+)\/(\w+)/.exec(request.url ?? "") ?? [];
  if (tag) {
    const isPage = request.headers.rsc === undefined;
    answer.setHeader("Content-Type", isPage ? "text/html" : "text/x-component");
    answer.setHeader("ETag", `"${tag}"`).setHeader("Content-Length", text?.length ?? 0);
  }
  if (!answer.headersSent) answer.end(text ?? "ordinary");
});
// Like Next's server, this server listens for upgrade requests without responding.
server.on("upgrade", () => {});

const UPGRADE = ["GET /early HTTP/1.1", "Host: a", "Connection: Upgrade", "Upgrade: websocket"];
/**
 * Responses to two sockets that were open before the guard was installed. One requested an upgrade before the
 * installation, the other after it.
 */
let early: Promise<string>[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const upgraded = once(server, "upgrade");
  const asked = say(UPGRADE, 20_000);
  await upgraded;
  const { port } = server.address() as AddressInfo;
  const silent = connect(port, "127.0.0.1");
  await once(server, "connection");
  silent.write("GET /early HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(silent, "data");
  guardServer();
  silent.write(`${UPGRADE.join("\r\n")}\r\n\r\n`);
  early = [asked, once(silent, "close").then(() => "")];
});
afterAll(() => {
  Server.prototype.emit = emit;
  server.closeAllConnections();
  server.close();
});

/** Sends request lines and returns the raw response, until the server closes the connection or `ms` have passed. */
function say(lines: string[], ms = 1_000): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    });
    socket.setTimeout(ms, () => socket.destroy());
    socket.on("data", (part) => {
      text += part;
    });
    socket.on("error", reject).on("close", () => resolve(text));
  });
}

const headersOf = (text: string) => text.split("\r\n\r\n")[0]?.toLowerCase() ?? "";

test("the Date header shows the programme's time when this machine's clock is wrong", async () => {
  const { now } = serverTime;
  serverTime.now = () => new Date("2026-09-30T21:59:30.000Z");
  expect(await say(["GET /time HTTP/1.1", "Host: a", "Connection: close"])).toContain(
    "\r\nDate: Wed, 30 Sep 2026 21:59:30 GMT\r\n",
  );
  serverTime.now = now;
});

test("a connection with an upgrade request from before the guard is closed", async () => {
  expect(await Promise.all(early)).toEqual(["", ""]);
});

test.each(["websocket", "h2c"])(
  "a request with an upgrade to %s is answered as a normal request",
  async (to) => {
    const text = await say([
      "GET /dashboard HTTP/1.1",
      "Host: a",
      "Connection: Upgrade",
      `Upgrade: ${to}`,
    ]);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toContain("ordinary");
  },
);

test("a hundred upgrade requests leave no socket open", async () => {
  const asked = ["GET / HTTP/1.1", "Host: a", "Connection: Upgrade", "Upgrade: websocket"];
  await Promise.all(Array.from({ length: 100 }, () => say(asked, 50)));
  const open = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 10_000 });
});

test("the guard rejects TRACE and an invalid request target", async () => {
  seen.length = 0;
  for (const [line, status] of [
    ["TRACE / HTTP/1.1", 405],
    ["TRACE /api/health HTTP/1.1", 405],
    ["OPTIONS * HTTP/1.1", 400],
    ["GET * HTTP/1.1", 400],
  ] as const) {
    const headers = headersOf(await say([line, "Host: a", "Cookie: secret=1"]));
    expect(headers, line).toContain(`http/1.1 ${status} `);
    expect(headers, line).toContain("x-content-type-options: nosniff");
    expect(headers, line).toContain("content-security-policy: default-src 'none'");
    expect(headers, line).toContain("connection: close");
    expect(headers.includes("allow: get, head, post"), line).toBe(status === 405);
  }
  expect(seen).toEqual([]);
});

test("the guard rejects bodies sent to pages and passes bodies sent to the API", async () => {
  seen.length = 0;
  for (const [line, length, status] of [
    ["POST / HTTP/1.1", "Content-Length: 83886080", 413],
    ["POST /en/login?next=x HTTP/1.1", "Content-Length: 65537", 413],
    ["PUT /dashboard HTTP/1.1", "Transfer-Encoding: chunked", 411],
    ["POST http://other.example/faq HTTP/1.1", "Transfer-Encoding: chunked", 411],
    ["POST /apix HTTP/1.1", "Content-Length: 83886080", 413],
    ["GET /wp-jsonx HTTP/1.1", "Transfer-Encoding: chunked", 411],
  ] as const) {
    const headers = headersOf(await say([line, "Host: a", length]));
    expect(headers, line).toContain(`http/1.1 ${status} `);
    expect(headers, line).toContain("connection: close");
  }
  expect(seen).toEqual([]);
  for (const line of [
    "POST /login",
    "GET /wp-json/wp/v2/project",
    "POST /wp-json?x",
    "PATCH //api/x",
  ]) {
    const length = line === "POST /login" ? "Content-Length: 65536" : "Content-Length: 83886080";
    const text = await say([`${line} HTTP/1.1`, "Host: a", length, "Connection: close"], 500);
    expect(text, line).toContain("ordinary");
  }
});

describe("calls that change data", () => {
  const METHODS = ["POST", "PUT", "PATCH", "DELETE"];
  const LINES = ["Host: a", "Connection: close", `${PEER_HEADER}: 203.0.113.9`];
  const path = "/wp-json/wp/v2/project";

  test("reach Next before the back end is ready, and with traces", async () => {
    seen.length = 0;
    await say([`POST ${path} HTTP/1.1`, ...LINES]);
    vi.spyOn(config, "traces", "get").mockReturnValue({
      ...config.traces,
      endpoint: "http://127.0.0.1:1",
    });
    passWrites(gateway);
    await say([`DELETE ${path} HTTP/1.1`, ...LINES]);
    expect(seen).toEqual([`POST ${path}`, `DELETE ${path}`]);
    expect(calls).toEqual([]);
    vi.restoreAllMocks();
  });

  test("reach the gateway directly, with security headers and an address that a client cannot forge", async () => {
    passWrites(gateway);
    seen.length = 0;
    for (const method of METHODS) {
      const start = [`${method} ${path}?x HTTP/1.1`, ...LINES];
      for (const [head, body] of [
        ["Content-Length: 4", "ciao"],
        ["Transfer-Encoding: chunked", "4\r\nciao\r\n0"],
      ] as const) {
        const text = await say([...start, head, "", body]);
        expect(text, method).toContain('{"got":"ciao"}');
        expect(headersOf(text), method).toContain("x-frame-options: deny");
        expect(headersOf(text), method).toContain("strict-transport-security: max-age");
      }
      await say(start);
      await say([...start, "X-Forwarded-For: 203.0.113.9"]);
    }
    const own = "127.0.0.1 127.0.0.1";
    expect(calls).toEqual(
      METHODS.flatMap((one) =>
        [own, own, own, `${PROXIED} 203.0.113.9`].map((peer) => `${one} ${path} ${peer}`),
      ),
    );
    expect(seen).toEqual([]);
  });

  test("leave all other methods to Next", async () => {
    seen.length = 0;
    for (const method of ["GET", "HEAD", "OPTIONS", "PROPFIND", "PURGE"])
      await say([`${method} ${path} HTTP/1.1`, ...LINES]);
    expect(seen).toEqual(
      ["GET", "HEAD", "OPTIONS", "PROPFIND", "PURGE"].map((one) => `${one} ${path}`),
    );
  });
});

test("headers from the configuration are on every response", async () => {
  for (const line of ["GET /", "GET /becomes/404/404", "TRACE /", "GET *"]) {
    const headers = headersOf(await say([`${line} HTTP/1.1`, "Host: a", "Connection: close"]));
    expect(headers, line).toContain("strict-transport-security: max-age=31536000");
    expect(headers, line).toContain("x-robots-tag: noindex, nofollow, noarchive");
  }
});

test("a client error does not become a server error", async () => {
  for (const [first, second, sent] of [
    [405, 500, 405],
    [416, 500, 416],
    [412, 500, 412],
    [400, 500, 400],
    // A later client error replaces an earlier client error, but a status of 500 stays 500.
    [200, 500, 500],
    [404, 500, 500],
    [405, 404, 404],
  ]) {
    const line = `POST /becomes/${first}/${second} HTTP/1.1`;
    const text = await say([line, "Host: a", "Content-Length: 0", "Connection: close"]);
    expect([first, second, Number(text.slice(9, 12))]).toEqual([first, second, sent]);
    expect(headersOf(text)).toContain("allow: get");
    expect(text.includes("ordinary")).toBe(sent === second);
  }
});

test("caches can keep a page, but not a 404", async () => {
  const answer = (method: string) =>
    say([`${method} /kept HTTP/1.1`, "Host: a", "Content-Length: 0", "Connection: close"]);
  expect(headersOf(await answer("GET"))).toContain("cache-control: s-maxage=300");
  const missing = headersOf(await answer("POST"));
  expect(missing).toContain("http/1.1 404 ");
  expect(missing).toContain("cache-control: public, max-age=0, must-revalidate");
});

test.each([
  ["/becomes/308/308", "text/plain; charset=utf-8"],
  ["/becomes/400/400", "text/plain; charset=utf-8"],
  ["/typed/text/plain", "text/plain; charset=utf-8"],
  ["/typed/application/xml", "application/xml; charset=utf-8"],
  ["/typed/image/svg+xml", "image/svg+xml; charset=utf-8"],
  ["/typed/text/html;charset=latin1", "text/html;charset=latin1"],
  ["/typed/image/png", "image/png"],
  ["/becomes/304/304", undefined],
  ["/ordinary", undefined],
])("the response to %s has the content type %s", async (path, type) => {
  const answer = await say([`GET ${path} HTTP/1.1`, "Host: a", "Connection: close"]);
  expect(/^content-type: (.*)\r$/im.exec(answer)?.[1]).toBe(type);
});

test("a page that the client already has is answered without its text, its data for navigations never", async () => {
  const ask = async (line: string, ...headers: string[]) => {
    const text = await say([line, "Host: a", "Connection: close", ...headers]);
    const body = text.split("\r\n\r\n")[1];
    return [Number(text.slice(9, 12)), body, /^etag: (.*)\r$/im.exec(text)?.[1]];
  };
  const page = "GET /tagged/one/ciao HTTP/1.1";
  expect(await ask(page)).toEqual([200, "ciao", '"one"']);
  for (const known of ['"one"', 'W/"one"', '"two", W/"one"', "*"])
    expect(await ask(page, `If-None-Match: ${known}`), known).toEqual([304, "", '"one"']);
  expect(await ask(page, 'If-None-Match: "on"')).toEqual([200, "ciao", '"one"']);
  expect(await ask("HEAD /tagged/one/ciao HTTP/1.1")).toEqual([200, "", '"one"']);
  expect(await ask(page, 'If-None-Match: "one"', "RSC: 1")).toEqual([200, "ciao", undefined]);
});

test("a process keeps the bytes of at most 250 pages", async () => {
  const ask = async (tag: string, text: string) => {
    const all = await say([`GET /tagged/${tag}/${text} HTTP/1.1`, "Host: a", "Connection: close"]);
    return all.split("\r\n\r\n")[1];
  };
  expect(await ask("first", "aaaa")).toBe("aaaa");
  expect(await ask("first", "bbbb")).toBe("aaaa");
  for (let page = 0; page < 250; page++) await ask(`page${page}`, "cccc");
  expect(await ask("first", "bbbb")).toBe("bbbb");
});

test("a valid target in any form passes, as a path of this site", async () => {
  seen.length = 0;
  for (const target of [
    "/",
    "/?a=*",
    "http://evil.example/a?b=c",
    "http://evil.example//evil.example/a",
  ]) {
    expect(await say([`GET ${target} HTTP/1.1`, "Host: a", "Connection: close"])).toMatch(/ 200 /);
  }
  expect(seen).toEqual(["GET /", "GET /?a=*", "GET /a?b=c", "GET /evil.example/a"]);
});

test("the back end receives the peer's address, which a client cannot forge", async () => {
  peers.length = 0;
  const asked = ["GET / HTTP/1.1", "Host: a", "Connection: close", `${PEER_HEADER}: 203.0.113.9`];
  await say(asked);
  await say([...asked, "X-Forwarded-For: 203.0.113.9"]);
  expect(peers).toEqual(["127.0.0.1", PROXIED]);
});
