import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls, type SecureVersion } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { JSON_BODY_MAX } from "@/contract/read-body";
import { frontMissing, startFront } from "../../scripts/testing/proxy.mjs";
import { openUpstream } from "../support/servers/upstream";
import { ask, askPlainly } from "./ask";

/*
 * Runs the configuration in deploy/nginx in a real nginx, in front of two fake instances. Skipped if nginx is not
 * installed.
 */

const missing = frontMissing();
if (missing) console.warn(`\n  SKIPPED: ${missing}\n`);

const FILES = "/wp-json/wp/v2/project/files";
const MEGABYTE = 1024 * 1024;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(missing)("the reverse proxy", () => {
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  let nodes: Awaited<ReturnType<typeof openUpstream>>[];
  let front: Awaited<ReturnType<typeof startFront>>;
  const seen = () => nodes.flatMap((node) => node.seen);

  beforeAll(async () => {
    nodes = [await openUpstream(), await openUpstream()];
    front = await startFront({
      folder,
      nodes: nodes.map(({ address }) => address),
      name: "slancio.example",
    });
  });
  beforeEach(() => {
    for (const node of nodes) {
      node.seen.length = 0;
      node.bodies.length = 0;
    }
  });
  afterAll(async () => {
    await front?.stop();
    for (const node of nodes ?? []) await node.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("a prerendered page is requested from an instance once for all visitors", async () => {
    for (const cookie of ["", "signed_in=1", "__Host-device=abcdefghijklmnopqrstuv", "locale=en"]) {
      const { status, body } = await ask(front, "/academy", { headers: { cookie } });
      expect([status, body.trim()]).toEqual([200, "page /academy"]);
    }
    expect(seen()).toHaveLength(1);
  });

  test("unknown query parameters cause no further copies of a page, and unknown paths are not cached", async () => {
    for (let nth = 0; nth < 5; nth++) await ask(front, `/academy?invented=${nth}&_rsc=${nth}`);
    expect(seen().length).toBeLessThanOrEqual(1);
    for (const node of nodes) node.gone.add("/nobody");
    for (let nth = 0; nth < 2; nth++) expect((await ask(front, "/nobody")).status).toBe(404);
    expect(seen().filter(({ path }) => path === "/nobody")).toHaveLength(2);
  });

  test("invented headers and spellings cause no further copies of a page", async () => {
    await ask(front, "/academy");
    seen();
    for (let nth = 0; nth < 5; nth++) {
      const headers = {
        "next-router-state-tree": `invented-${nth}`,
        "next-router-prefetch": `${nth}`,
      };
      expect((await ask(front, "/academy", { headers })).status).toBe(200);
    }
    expect(seen()).toHaveLength(0);
    for (const path of ["/ac%61demy", "/caff%c3%a8", "/caff%C3%A8"]) {
      for (let nth = 0; nth < 2; nth++) await ask(front, path);
    }
    const asked = seen().map(({ path }) => path);
    expect(asked.filter((path) => path === "/ac%61demy")).toHaveLength(2);
    expect(asked.filter((path) => path === "/caff%c3%a8")).toHaveLength(2);
    expect(asked.filter((path) => path === "/caff%C3%A8")).toHaveLength(1);
  });

  test("a deleted page and a restored one reach the visitors within seconds", async () => {
    const of = async () => (await ask(front, "/leaves")).status;
    expect(await of()).toBe(200);
    for (const node of nodes) node.gone.add("/leaves");
    await pause(2_100);
    expect([await of(), await of()]).toEqual([404, 404]);
    for (const node of nodes) node.gone.delete("/leaves");
    await pause(2_100);
    expect(await of()).toBe(200);
  });

  test("a personal response in place of a page is not cached for other visitors", async () => {
    for (const name of ["ada", "ugo"]) {
      const { body } = await ask(front, "/marked", { headers: { cookie: `x=1; access=${name}` } });
      expect(body).toContain(`marked for ${name}`);
    }
    expect((await ask(front, "/marked")).body).toContain("marked for null");
    expect((await ask(front, "/dashboard", { headers: { cookie: "down=1" } })).status).toBe(503);
    expect((await ask(front, "/dashboard")).status).toBe(307);
  });

  test("a private page with a file's path is not cached", async () => {
    const headers = { cookie: "__Host-access=ada" };
    for (const path of [
      "/dashboard/..%2f_next/static/a.js",
      "/dashboard/%2e%2e/_next/static/b.js",
      "/_next/static/..%2f..%2fdashboard",
      "/_next/static/%2e%2e/%2e%2e/dashboard/c.js",
      "/dashboard%2f..%2f..%2f_next%2fstatic%2fd.js",
    ]) {
      await ask(front, path, { headers });
      const { body } = await ask(front, path);
      expect(body, path).not.toContain("ada");
    }
  });

  test("the files of a build are cached, and missing files are not", async () => {
    for (const path of ["/_next/static/chunks/a.js", "/_next/static/missing.js"]) {
      await ask(front, path);
      await ask(front, `${path}?again`);
    }
    const asked = seen().map(({ path }) => path);
    expect(asked.filter((path) => path.includes("a.js"))).toHaveLength(1);
    expect(asked.filter((path) => path.includes("missing"))).toHaveLength(2);
  });

  test("one browser's uploads reach one instance from any address, and several browsers use several instances", async () => {
    const devices = Array.from({ length: 12 }, (_, index) => `device-number-${index}-of-twelve`);
    const sendAs = (device: string, path: string, localAddress: string, method: string) =>
      ask(front, path, {
        method,
        localAddress,
        agent: false,
        rejectUnauthorized: false,
        headers: { cookie: `locale=it; __Host-device=${device}; signed_in=1` },
        body: Buffer.from("abc"),
      });
    for (const device of devices) {
      await sendAs(device, FILES, "127.0.0.1", "POST");
      await sendAs(device, `${FILES}/some-id`, "127.0.0.9", "PATCH");
      await sendAs(device, `${FILES}/some-id?lang=en`, "127.0.0.77", "PATCH");
    }
    const [first, second] = nodes.map(({ bodies }) => bodies.map(({ device }) => device));
    expect(devices.filter((device) => first?.includes(device) && second?.includes(device))).toEqual(
      [],
    );
    expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe(devices.length);
    expect(Math.min(new Set(first).size, new Set(second).size)).toBeGreaterThan(1);
  });

  test("the bytes of a file reach the instance while the browser sends them", async () => {
    const body = Buffer.alloc(20 * MEGABYTE, 0x5a);
    let sentAll = 0;
    await new Promise<void>((resolve, reject) => {
      const socket = connectTls({
        port: front.https,
        servername: front.name,
        rejectUnauthorized: false,
      });
      socket.on("error", reject);
      socket.once("data", () => socket.destroy()).once("close", () => resolve());
      socket.write(
        `PATCH ${FILES}/x HTTP/1.1\r\nHost: ${front.name}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.subarray(0, MEGABYTE));
      setTimeout(() => {
        sentAll = performance.now();
        socket.write(body.subarray(MEGABYTE));
      }, 300);
    });
    const received = nodes.flatMap(({ bodies }) => bodies);
    expect(received.map(({ bytes }) => bytes)).toEqual([body.length]);
    expect(received[0]?.firstAt).toBeLessThan(sentAll);
  });

  test("the reverse proxy limits request bodies and answers API calls in the contract's format", async () => {
    const post = (path: string, bytes: number) =>
      ask(front, path, { method: "POST", body: Buffer.alloc(bytes, 0x20) });
    expect((await post("/wp-json/wp/v2/project", JSON_BODY_MAX)).status).toBe(204);
    const refused = await post("/wp-json/wp/v2/project", 3 * MEGABYTE);
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.body)).toMatchObject({ code: "too_large", data: { status: 413 } });
    expect((await post("/academy", MEGABYTE)).status).toBe(413);
  });

  test("the reverse proxy refuses TRACE, metrics and other host names, and drops Upgrade", async () => {
    expect((await ask(front, "/", { method: "TRACE" })).status).toBe(405);
    for (const path of [
      "/api/metrics",
      "/api/metrics/",
      "//api/./metrics?x",
      "/x/..%2fapi/%6detrics",
    ]) {
      expect((await ask(front, path)).status, path).toBe(404);
    }
    const refused = ask(front, "/", {
      servername: "other.example",
      agent: false,
      rejectUnauthorized: false,
    });
    await expect(refused).rejects.toThrow();
    expect(seen()).toEqual([]);
    await ask(front, "/wp-json/", { headers: { Connection: "Upgrade", Upgrade: "websocket" } });
    expect(seen().map(({ headers }) => [headers.upgrade, headers.connection])).toEqual([
      [undefined, undefined],
    ]);
  });

  test("the instance gets the client's address and the requested host name", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "evil.example" };
    await ask(front, "/wp-json/x", { headers });
    const [asked] = seen();
    expect(asked?.headers["x-forwarded-for"]).toBe("203.0.113.9, 127.0.0.1");
    expect(asked?.headers["x-forwarded-host"]).toBe("slancio.example");
    expect(asked?.headers["x-forwarded-proto"]).toBe("https");
    expect(asked?.headers.host).toBe("slancio.example");
  });

  test("http redirects to https, and HTTP/2 is supported", async () => {
    const plain = (path: string) => askPlainly(front.http, front.name, path);
    expect(await plain("/en?a=b")).toEqual([308, `https://${front.name}/en?a=b`]);
    expect(await plain("/wp-jsonish")).toEqual([308, `https://${front.name}/wp-jsonish`]);
    // A program's plain http request is refused. With a redirect, the program would not notice that it sends secrets
    // unencrypted.
    for (const path of ["/wp-json/wp/v2/users/me/", "/wp-json", "/api/session"]) {
      expect(await plain(path)).toEqual([403, undefined]);
    }
    const session = connectHttp2(`https://127.0.0.1:${front.https}`, {
      servername: front.name,
      rejectUnauthorized: false,
    });
    const status = await new Promise((resolve, reject) => {
      session.on("error", reject);
      const stream = session.request({ ":path": "/academy", ":authority": front.name });
      stream.on("response", (headers) => resolve(headers[":status"])).resume();
    });
    session.close();
    expect(status).toBe(200);
  });

  test.each(["TLSv1", "TLSv1.1"] as const)("the reverse proxy refuses %s", async (version) => {
    const speak = (protocol: SecureVersion) =>
      new Promise((resolve) => {
        // Lower the security level of the test's OpenSSL. Otherwise it refuses old TLS versions before it connects to
        // the proxy.
        const old = { minVersion: protocol, maxVersion: protocol, ciphers: "DEFAULT@SECLEVEL=0" };
        const where = { host: "127.0.0.1", port: front.https, servername: front.name };
        const socket = connectTls({ ...where, ...old, rejectUnauthorized: false }, () => {
          resolve(socket.getProtocol());
          socket.destroy();
        }).on("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
      });
    expect(await speak("TLSv1.2")).toBe("TLSv1.2");
    expect(await speak(version)).toMatch(/^ERR_SSL_.*ALERT/);
  });

  test.each([
    ["AES128-GCM-SHA256", /ALERT/],
    ["AES256-SHA256", /ALERT/],
    ["DHE-RSA-AES128-GCM-SHA256", /ALERT/],
    ["ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES128-SHA", /ALERT/],
    ["ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256", /^ECDHE-/],
    ["ECDHE-RSA-CHACHA20-POLY1305:ECDHE-ECDSA-CHACHA20-POLY1305", /^ECDHE-/],
  ])(
    "the reverse proxy accepts only suites with forward secrecy and an AEAD: %s",
    async (suites, says) => {
      const spoken = await new Promise<string>((resolve) => {
        const where = { host: "127.0.0.1", port: front.https, servername: front.name };
        const ciphers = `${suites}:@SECLEVEL=0`;
        const socket = connectTls(
          { ...where, ciphers, maxVersion: "TLSv1.2", rejectUnauthorized: false },
          () => {
            resolve(socket.getCipher().name);
            socket.destroy();
          },
        ).on("error", ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
      });
      expect(spoken).toMatch(says);
    },
  );

  test("without an instance, cached pages are served, and other pages and calls get 503 with Retry-After", async () => {
    expect((await ask(front, "/stays")).status).toBe(200);
    await pause(2_100);
    for (const node of nodes) await node.stop();
    try {
      const known = await ask(front, "/stays");
      expect([known.status, known.front, known.body.trim()]).toEqual([200, "STALE", "page /stays"]);
      const page = await ask(front, "/never-seen", { headers: { cookie: "access=ada" } });
      expect([page.status, page.headers["retry-after"]]).toEqual([503, "5"]);
      expect(page.headers["content-type"]).toContain("text/html");
      const call = await ask(front, "/wp-json/wp/v2/project");
      expect([call.status, call.headers["retry-after"]]).toEqual([503, "5"]);
      expect(JSON.parse(call.body)).toMatchObject({ code: "unavailable", data: { status: 503 } });
      const upload = await ask(front, FILES, { method: "POST", body: Buffer.from("abc") });
      expect(upload.status).toBe(503);
    } finally {
      for (const node of nodes) await node.again();
    }
    await expect
      .poll(async () => (await ask(front, "/wp-json/x")).status, { timeout: 10_000 })
      .toBe(401);
  });

  test("a single unavailable instance causes no failed request", async () => {
    await nodes[0]?.stop();
    try {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => ask(front, `/page-${index}`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await nodes[0]?.again();
    }
  });
});
