import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFs } from "next/dist/server/lib/node-fs-methods";
import { beforeEach, expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { announced, announceSite } from "./announced-site";
import { keepBuiltFor, placeOfPages } from "./own-pages";
import PagePolicyCache from "./page-policy.cjs";

const folder = await testFolder("own-pages");
const content = join(folder, "content");
const built = join(folder, "build/server");
const HERE = { configuration: "Slancio", content };

beforeEach(() => {
  rmSync(join(folder, "build"), { recursive: true, force: true });
  mkdirSync(join(content, "it"), { recursive: true });
  mkdirSync(built, { recursive: true });
  writeFileSync(join(content, "it/one.md"), "one");
  announceSite(HERE);
  expect(keepBuiltFor(built)).toBe(true);
});

test("a process uses the build's pages when the build was made for its site", () => {
  expect(placeOfPages(built)).toEqual({ folder: built, writes: true });
});

test("another configuration has separate pages, which survive a restart", () => {
  announceSite({ ...HERE, configuration: "Bussola" });
  const place = placeOfPages(built);
  expect(place?.folder).toMatch(/build\/sites\/\w{32}\/server$/);
  expect(place?.writes).toBe(true);
  expect(placeOfPages(built)).toEqual(place);
  // Pages in the build's own folder must not change.
  announceSite(HERE);
  expect(placeOfPages(built)?.folder).toBe(built);
});

test("different content has separate pages, regardless of its folder's name", () => {
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(join(elsewhere, "it"), { recursive: true });
  writeFileSync(join(elsewhere, "it/one.md"), "one");
  announceSite({ ...HERE, content: elsewhere });
  expect(placeOfPages(built)?.folder).toBe(built);
  writeFileSync(join(elsewhere, "it/one.md"), "two");
  expect(placeOfPages(built)?.folder).not.toBe(built);
  announceSite({ ...HERE, content: null });
  expect(placeOfPages(built)?.folder).not.toBe(built);
});

test("under another configuration, Next finds no page of the build, only pages rendered since", async () => {
  const page = (html: string) =>
    ({ kind: "APP_PAGE", html, rscData: Buffer.from(html), headers: {}, status: 200 }) as never;
  const about = { kind: "APP_PAGE", isRoutePPREnabled: false, isFallback: false } as never;
  const next = { fs: nodeFs, flushToDisk: true, serverDistDir: built, revalidatedTags: [] };
  const key = "/route-cache/app/$/it/chi-siamo";
  const html = (name: string) => `<html><head></head><body>${name}</body></html>`;
  // Creates page files as a build leaves them.
  mkdirSync(join(built, "route-cache/app/$/it"), { recursive: true });
  for (const [end, text] of [
    ["html", html("Slancio")],
    ["rsc", ""],
    ["meta", '{"headers":{}}'],
  ]) {
    writeFileSync(join(built, `route-cache/app/$/it/chi-siamo.${end}`), String(text));
  }
  announceSite({ ...HERE, configuration: "Bussola" });
  const cache = new PagePolicyCache(next as never);
  expect(await cache.get(key, about)).toBeNull();
  await cache.set(key, page(html("Bussola")), {} as never);
  const kept = await new PagePolicyCache(next as never).get(key, about);
  expect(kept?.value).toMatchObject({ html: html("Bussola") });
  expect(readFileSync(join(built, "route-cache/app/$/it/chi-siamo.html"), "utf8")).toBe(
    html("Slancio"),
  );
});

test("a build without a recorded site belongs to no site", () => {
  rmSync(join(folder, "build/built-for"));
  expect(placeOfPages(built)?.folder).not.toBe(built);
});

test("before the configuration is known there are no pages", () => {
  announced.site = undefined;
  expect(placeOfPages(built)).toBeNull();
  expect(keepBuiltFor(built)).toBe(false);
});

test("pages stay in memory when the folder is read-only", () => {
  announceSite({ ...HERE, configuration: "Bussola" });
  // A file in place of the folder prevents writing, even for root.
  writeFileSync(join(folder, "build/sites"), "");
  expect(placeOfPages(built)?.writes).toBe(false);
});

test("only the sites that ran last keep their pages", () => {
  const mine: string[] = [];
  for (const [age, name] of [..."ABCDEFGHIJ"].entries()) {
    announceSite({ ...HERE, configuration: name });
    const own = join(String(placeOfPages(built)?.folder), "..");
    mine.push(own);
    const at = new Date(Date.now() - 60_000 * (20 - age));
    utimesSync(own, at, at);
  }
  expect(mine.filter((path) => existsSync(path))).toEqual(mine.slice(2));
});
