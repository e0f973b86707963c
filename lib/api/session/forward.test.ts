import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { SITE } from "@/tests/support/servers/gateway";
import { type Gateway, throughGateway } from "./gateway";

const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
const { promise: released, resolve: release } = Promise.withResolvers<void>();

/** A back end over HTTP that echoes each request and sends response headers that the gateway must remove. */
const server = createServer(async (request, response) => {
  let size = 0;
  if (request.url?.includes("wait")) {
    tellAsked();
    await released;
  }
  for await (const chunk of request) size += chunk.length;
  if (request.url?.includes("/upload")) {
    response.writeHead(201, {
      Location: "https://cms.example.org/wp-json/wp/v2/project/files/7?x=1",
      "Tus-Resumable": "1.0.0",
      "Upload-Offset": String(size),
      "Set-Cookie": "wordpress_logged_in=secret",
      "Access-Control-Allow-Origin": "https://evil.example",
      "Access-Control-Allow-Credentials": "true",
      "X-Powered-By": "PHP",
    });
    response.end();
    return;
  }
  response.writeHead(200, { "Content-Type": "application/json", "X-WP-Total": "3" });
  response.end(
    request.method === "HEAD"
      ? undefined
      : JSON.stringify({ url: request.url, method: request.method, headers: request.headers }),
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());

const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/`;
const gateway: Gateway = {
  send: (request) => fetch(request, { redirect: "manual" }),
  base,
  siteUrl: SITE,
  acceptOwnHost: false,
  secure: true,
  now: Date.now,
};

function ask(path: string, init: RequestInit = {}) {
  return throughGateway(new Request(`${SITE}/wp-json/${path}`, init), gateway);
}

describe("what passes the gateway", () => {
  test("the gateway forwards only the request headers that the back end needs", async () => {
    const headers = {
      Accept: "application/json",
      "If-Match": "3",
      "Idempotency-Key": "k",
      "User-Agent": "Firefox",
      "X-Forwarded-For": "192.0.2.7",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "http",
      "X-Real-Ip": "203.0.113.9",
      "X-User-Id": "1",
      "X-Http-Method-Override": "DELETE",
      "X-Wp-Nonce": "n",
      "X-Middleware-Subrequest": "middleware",
      Cookie: "other=1",
      Origin: "https://evil.example",
    };
    const { headers: seen } = await (await ask("wp/v2/x", { headers })).json();
    expect(seen).toMatchObject({
      accept: "application/json",
      "if-match": "3",
      "idempotency-key": "k",
      "user-agent": "Firefox",
      "x-forwarded-for": "192.0.2.7",
    });
    for (const name of Object.keys(seen)) {
      expect(name).not.toMatch(/^(x-(?!forwarded-for$)|cookie|origin|authorization)/);
    }
  });

  test("the gateway removes method and path overrides from the query and keeps the rest", async () => {
    const { url } = await (
      await ask("wp/v2/posts?search=a%20b&_method=DELETE&rest_route=/x")
    ).json();
    expect(url).toBe("/wp-json/wp/v2/posts?search=a+b");
    const plain = await (await ask("wp/v2/posts?search=a%20b&per_page=5")).json();
    expect(plain.url).toBe("/wp-json/wp/v2/posts?search=a%20b&per_page=5");
  });

  test("the gateway forwards every tus method, and HEAD without a body", async () => {
    for (const method of ["PATCH", "DELETE", "OPTIONS", "PUT"]) {
      expect((await (await ask("wp/v2/x", { method })).json()).method).toBe(method);
    }
    const head = await ask("wp/v2/x", { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("x-wp-total")]).toEqual([
      200,
      "",
      "3",
    ]);
  });

  test("an upload's URL stays on this site; cookies and CORS permissions do not pass", async () => {
    const response = await ask("wp/v2/upload", { method: "POST" });
    expect(response.status).toBe(201);
    expect(response.headers.get("location")).toBe("/wp-json/wp/v2/project/files/7?x=1");
    expect(response.headers.get("tus-resumable")).toBe("1.0.0");
    for (const name of ["set-cookie", "access-control-allow-origin", "x-powered-by"]) {
      expect(response.headers.get(name)).toBeNull();
    }
  });

  test("the gateway streams 100 MB and reads no faster than the back end", async () => {
    const chunk = new Uint8Array(1_048_576);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 100) controller.close();
        else {
          sent += 1;
          controller.enqueue(chunk);
        }
      },
    });
    const answer = ask("wp/v2/upload?wait", {
      method: "PATCH",
      body,
      duplex: "half",
      headers: { "Content-Length": "104857600", "Content-Type": "application/offset+octet-stream" },
    } as RequestInit);
    await asked;
    let before = -1;
    // Waits until the socket buffers are full. After that, bytes are sent only when the back end reads.
    while (before !== sent) {
      before = sent;
      await setTimeout(250);
    }
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(50);
    release();
    expect((await answer).headers.get("upload-offset")).toBe("104857600");
  });
});
