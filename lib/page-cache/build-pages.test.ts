import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFs } from "next/dist/server/lib/node-fs-methods";
import { afterEach, expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { perProcess } from "../per-process";
import PagePolicyCache from "./page-policy.cjs";

const built = await testFolder("build-pages");
const known = perProcess("edition", () => ({ answer: undefined as unknown }));

/** Reads a page that a build left on disk. */
async function pageOf(name: string, html: string, tags: string) {
  const place = join(built, "route-cache/app/$/it");
  mkdirSync(place, { recursive: true });
  for (const [end, text] of [
    ["html", `<html><head></head><body>${html}</body></html>`],
    ["rsc", ""],
    ["meta", JSON.stringify({ headers: { "x-next-cache-tags": tags } })],
  ]) {
    writeFileSync(join(place, `${name}.${end}`), String(text));
  }
  const next = { fs: nodeFs, flushToDisk: false, serverDistDir: built, revalidatedTags: [] };
  const about = { kind: "APP_PAGE", isRoutePPREnabled: false, isFallback: false };
  return new PagePolicyCache(next as never).get(`/route-cache/app/$/it/${name}`, about as never);
}

afterEach(() => {
  known.answer = undefined;
});

test("a build's page with dates of the call is not served after the edition is known", async () => {
  const tags = "_N_T_/layout,edition";
  expect(await pageOf("call", "dates", tags)).not.toBeNull();
  known.answer = null;
  expect(await pageOf("call", "dates", tags)).toBeNull();
  expect(await pageOf("rendered", "renderedAt: 2026", tags)).not.toBeNull();
  expect(await pageOf("other", "no dates", "content")).not.toBeNull();
});
