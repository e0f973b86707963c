import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { SITE } from "@/tests/support/servers/gateway";
import { fetchWithin } from "./fetch-within";
import { type Gateway, throughGateway } from "./session/gateway";

const WITHIN = 300;
/**
 * Milliseconds between two chunks of the upload. A single pause is shorter than the timeout; all pauses together are
 * longer.
 */
const PAUSE = 120;

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const answers: Record<string, Answer> = {
  "/wp-json/silent": () => {},
  async "/wp-json/upload"(request, response) {
    let size = 0;
    for await (const part of request) size += part.length;
    response.end(JSON.stringify({ size, length: request.headers["content-length"] }));
  },
  "/wp-json/moved"(_, response) {
    response.writeHead(302, { Location: "/wp-json/silent" }).end();
  },
  async "/wp-json/swallow"(request) {
    for await (const _ of request);
  },
  async "/wp-json/download"(_, response) {
    response.flushHeaders();
    for (let part = 0; part < 5; part += 1) {
      await setTimeout(PAUSE);
      response.write("part ");
    }
    response.end();
  },
};
const left: string[] = [];
const server = createServer((request, response) => {
  response.on("close", () => response.writableEnded || left.push(request.url ?? ""));
  answers[request.url ?? ""]?.(request, response);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/`;
const ask = (path: string, init?: RequestInit) =>
  fetchWithin(new Request(base + path, init), WITHIN);

/**
 * Returns an upload over a slow connection, in five chunks. Each chunk is within the timeout, but the whole upload is
 * not.
 */
function slowly(headers: Record<string, string>): RequestInit {
  let parts = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await setTimeout(PAUSE);
      controller.enqueue(new Uint8Array(1000));
      parts += 1;
      if (parts === 5) controller.close();
    },
  });
  return { method: "PATCH", headers, body, duplex: "half" } as RequestInit;
}

test("a request times out and is aborted when the server starts no response", async () => {
  const began = performance.now();
  await expect(ask("silent")).rejects.toMatchObject({ name: "TimeoutError" });
  expect(performance.now() - began).toBeLessThan(WITHIN * 4);
  await vi.waitFor(() => expect(left).toContain("/wp-json/silent"));
});

test("a request times out when the server accepts the body without a response", async () => {
  const sent = slowly({ "Tus-Resumable": "1.0.0" });
  await expect(ask("swallow", sent)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("an upload can take longer than the timeout, with or without a known length", async () => {
  const told = await ask("upload", slowly({ "Content-Length": "5000" }));
  expect(await told.json()).toEqual({ size: 5000, length: "5000" });
  const untold = await ask("upload", slowly({ "Tus-Resumable": "1.0.0" }));
  expect(await untold.json()).toEqual({ size: 5000 });
});

test("a small body keeps its length", async () => {
  const answer = await ask("upload", { method: "POST", body: "abc" });
  expect(await answer.json()).toEqual({ size: 3, length: "3" });
});

test("a started download can take longer than the timeout", async () => {
  expect(await (await ask("download")).text()).toBe("part part part part part ");
});

test("a redirect is passed on, not followed", async () => {
  const answer = await ask("moved");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/wp-json/silent"]);
});

test("an aborted call does not wait for the timeout", async () => {
  const leaving = new AbortController();
  const answer = ask("silent", { signal: leaving.signal });
  leaving.abort();
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
});

test("the gateway returns 503 and Retry-After when the back end does not answer", async () => {
  const gateway: Gateway = {
    send: (request) => fetchWithin(request, WITHIN),
    base,
    siteUrl: SITE,
    acceptOwnHost: false,
    secure: true,
    now: Date.now,
  };
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const answer = await throughGateway(new Request(`${SITE}/wp-json/silent`), gateway);
  error.mockRestore();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({ code: "unavailable" });
});
