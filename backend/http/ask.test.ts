import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askService } from "./ask";

/* Tests requests to another service while a user waits for the response. */

const asked: (string | undefined)[] = [];
const server = createServer(({ url }, response) => {
  asked.push(url);
  const moved = url === "/moved" && { Location: "/elsewhere" };
  response.writeHead(moved ? 302 : 200, { "Content-Type": "application/json", ...moved });
  response.end('{"kept":true}');
});
const at = (path: string) =>
  new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
afterAll(() => void server.close());

test("a request to a service returns the status and the JSON of the response", async () => {
  expect(await askService(at("/there"), 5)).toEqual({ status: 200, json: { kept: true } });
});

test("a redirect by a service is not followed, so that no other host receives the request", async () => {
  asked.length = 0;
  await expect(askService(at("/moved"), 5)).rejects.toMatchObject({ code: "unavailable" });
  expect(asked).toEqual(["/moved"]);
});
