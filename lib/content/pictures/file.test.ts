import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test, vi } from "vitest";

/* Tests over HTTP of WordPress files that the site serves. */

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const state: { handle: Handler; asked: IncomingMessage[] } = { handle: () => {}, asked: [] };
const listen = async () => {
  const server = createServer((request, response) => {
    state.asked.push(request);
    state.handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
const [wordpress, cdn, stranger] = await Promise.all([listen(), listen(), listen()]);
afterAll(() => {
  for (const { server } of [wordpress, cdn, stranger]) {
    server.closeAllConnections();
    server.close();
  }
  vi.unstubAllEnvs();
});

beforeEach(() => {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, Symbol.for("slancio.content-guarded"));
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubEnv("CONTENT_API_URL", wordpress.url);
  vi.stubEnv("CONTENT_CREDENTIALS", "redazione:abcd");
  vi.stubEnv("CONTENT_HOSTS", new URL(cdn.url).host);
  vi.stubEnv("CONTENT_TIMEOUT", "0.5");
  state.asked = [];
});

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const { fileFrom } = await import("./file");
  return fileFrom(new Request(`http://localhost:3000/media/files${path}`, { headers }));
}

test("a file is passed on with the type of its extension, and a part of it when asked", async () => {
  state.handle = ({ headers }, response) => {
    if (!headers.range)
      return response.writeHead(200, { "Content-Type": "text/html" }).end("0123456789");
    response.writeHead(206, { "Content-Range": "bytes 2-4/10", "Content-Length": "3" }).end("234");
  };
  const whole = await ask("/wp-content/uploads/a.MP4");
  expect([whole.status, whole.headers.get("content-type"), await whole.text()]).toEqual([
    ...[200, "video/mp4", "0123456789"],
  ]);
  expect(whole.headers.get("content-security-policy")).toContain("default-src 'none'");
  const part = await ask("/wp-content/uploads/a.mp4", { Range: "bytes=2-4", Cookie: "access=1" });
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
    ...[206, "bytes 2-4/10", "234"],
  ]);
  expect(state.asked.every(({ headers }) => !headers.cookie)).toBe(true);
});

test("only files of known types on the WordPress are requested", async () => {
  state.handle = (_, response) => response.end("x");
  for (const path of ["/a.php", "/wp-login.php", "/a.svg", "/a.html", "/a", "/"])
    expect((await ask(path)).status).toBe(404);
  expect(state.asked).toEqual([]);
});

test("a WordPress with a password receives it, but no host that a redirect leads to", async () => {
  const host = (url: string) => new URL(url).host;
  state.handle = ({ headers }, response) => {
    if (headers.host === host(cdn.url)) return response.end("foto");
    if (!headers.authorization) return response.writeHead(401).end();
    response.writeHead(302, { Location: `${cdn.url}/a.jpg` }).end();
  };
  expect(await (await ask("/a.jpg")).text()).toBe("foto");
  const told = state.asked.filter(({ headers }) => headers.authorization);
  expect(told.map(({ headers }) => headers.host)).toEqual([host(wordpress.url)]);
});

test("a redirect to another host is not followed", async () => {
  state.handle = (_, response) =>
    response.writeHead(302, { Location: `${stranger.url}/a.jpg` }).end();
  expect((await ask("/a.jpg")).status).toBe(404);
  expect(state.asked).toHaveLength(1);
});

test("a missing file is a 404, and a WordPress that fails or is silent a 503", async () => {
  state.handle = (_, response) => response.writeHead(404).end();
  expect((await ask("/a.jpg")).status).toBe(404);
  state.handle = (_, response) => response.writeHead(500).end();
  expect((await ask("/a.jpg")).status).toBe(503);
  state.handle = () => {};
  expect((await ask("/a.jpg")).status).toBe(503);
});
