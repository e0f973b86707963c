import { expect, test } from "vitest";
import { conditional } from "./conditional";

const TYPE = { "Content-Type": "text/calendar; charset=utf-8" };

function ask(text: string, known?: string) {
  const headers = new Headers(known ? { "If-None-Match": known } : {});
  return conditional(new Request("http://site/x", { headers }), text, TYPE);
}

test("the same text has the same ETag, a different one a different ETag", () => {
  expect(ask("a").headers.get("ETag")).toBe(ask("a").headers.get("ETag"));
  expect(ask("a").headers.get("ETag")).not.toBe(ask("b").headers.get("ETag"));
});

test("a client that already has the text gets 304 without a body, also with a weak ETag or a list of ETags", async () => {
  const etag = ask("a").headers.get("ETag")!;
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
    const answer = ask("a", known);
    expect([answer.status, await answer.text()]).toEqual([304, ""]);
    expect(answer.headers.get("ETag")).toBe(etag);
  }
  expect(ask("b", etag).status).toBe(200);
});

test("a conditional response allows shared caches and has its content type", () => {
  const { headers } = ask("a");
  expect(headers.get("Cache-Control")).toContain("s-maxage=300");
  expect(headers.get("Content-Type")).toBe(TYPE["Content-Type"]);
});
