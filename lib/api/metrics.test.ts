import { expect, test } from "vitest";
import { PEER_HEADER, PROXIED } from "@/contract/peer";
import { metrics } from "./metrics";

const TOKEN = "a token of the tests, long enough to be one".replaceAll(" ", "-");
const sources = {
  token: undefined,
  siteUrl: "http://localhost:3000",
  site: async () => "site 1",
  backend: async () => "backend 1",
};

/**
 * Requests the metrics. By default the request comes from this machine; `headers` can simulate a request from another
 * machine.
 */
async function ask(
  headers: Record<string, string> = {},
  changes: Partial<typeof sources> | { token: string } = {},
) {
  const near = { host: "localhost:3000", [PEER_HEADER]: "127.0.0.1" };
  const request = new Request("http://localhost:3000/api/metrics", {
    headers: { ...near, ...headers },
  });
  const answer = await metrics(request, { ...sources, ...changes });
  return {
    status: answer.status,
    text: await answer.text(),
    type: answer.headers.get("content-type"),
  };
}

test("a request from this machine gets metrics in Prometheus' format without a token", async () => {
  expect(await ask()).toEqual({
    status: 200,
    text: "site 1\nbackend 1",
    type: "text/plain; version=0.0.4; charset=utf-8",
  });
  expect((await ask({ host: "[::1]:3000", [PEER_HEADER]: "::1" })).status).toBe(200);
  expect((await ask({ [PEER_HEADER]: "::ffff:127.0.0.1" })).status).toBe(200);
});

test.each([
  ["another machine", { [PEER_HEADER]: "192.0.2.7" }],
  ["a name that looks like this machine", { [PEER_HEADER]: "127.evil.example" }],
  ["nobody knows who", { [PEER_HEADER]: "" }],
  ["a proxy", { [PEER_HEADER]: PROXIED }],
  ["a proxy that says so by Forwarded", { forwarded: "for=192.0.2.7" }],
  ["a proxy that says so by Via", { via: "1.1 front" }],
  ["a proxy that says so by X-Real-IP", { "x-real-ip": "192.0.2.7" }],
  ["a proxy that says nothing but the name people typed", { host: "slancio.example" }],
])("without a token, %s gets 404", async (_, headers) => {
  const { status, text } = await ask(headers);
  expect(status).toBe(404);
  expect(text).not.toContain("site 1");
});

test("a public site without a token returns no metrics, because a simple proxy looks like this machine", async () => {
  for (const siteUrl of [
    "https://slancio.example",
    "https://192.0.2.7",
    "https://127.evil.example",
  ]) {
    expect((await ask({ host: "127.0.0.1:3000" }, { siteUrl })).status).toBe(404);
  }
  expect((await ask({}, { siteUrl: "http://[::1]:3000" })).status).toBe(200);
  const held = { siteUrl: "https://slancio.example", token: TOKEN };
  expect((await ask({ authorization: `Bearer ${TOKEN}` }, held)).status).toBe(200);
});

test("with a configured token, only the token grants access, from any machine", async () => {
  const token = { token: TOKEN };
  const far = { [PEER_HEADER]: PROXIED, host: "slancio.example" };
  expect((await ask({ ...far, authorization: `Bearer ${TOKEN}` }, token)).status).toBe(200);
  expect((await ask({}, token)).status).toBe(404);
  expect((await ask({ authorization: `Bearer ${TOKEN}x` }, token)).status).toBe(404);
  expect((await ask({ authorization: `Basic ${TOKEN}` }, token)).status).toBe(404);
});

test("with a separate back end, the site returns only its own metrics", async () => {
  expect((await ask({}, { backend: async () => "" })).text).toBe("site 1");
});
