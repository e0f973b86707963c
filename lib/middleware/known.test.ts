import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGED_TYPES, pageOf } from "../routes/items";
import { PAGES } from "../routes/pages";
import { isKnown } from "./known";

/** Paths of all pages with their route files. Route groups are left out, and each parameter has a value. */
const pages = globSync("app/[[]locale]/**/{page.tsx,route.ts}", { cwd: process.cwd() })
  .map((file) => file.split("/").slice(2, -1))
  // Omit pages that no link leads to: only the middleware shows them.
  .filter(
    (parts) =>
      !["[...rest]", "not-found", "fault", "unavailable", "look-over"].some((name) =>
        parts.includes(name),
      ),
  )
  // Omit feeds and the call's calendar, because they are files and not pages.
  .filter((parts) => !/\.\w+$/.test(parts.at(-1) ?? ""))
  .map((parts) => parts.filter((part) => !part.startsWith("(")))
  // A route with an optional parameter gives two paths: with and without the parameter.
  .flatMap((parts) => (parts.at(-1)?.startsWith("[[") ? [parts, parts.slice(0, -1)] : [parts]))
  .map((parts) => `/${parts.map((part) => part.replace(/^\[+(?:\.\.\.)?\w+\]+$/, "x")).join("/")}`);

test("every page has a row in pages.ts, or belongs to a type in content-types.ts", () => {
  expect(pages).toContain("/");
  expect(pages.filter((page) => !isKnown(page))).toEqual([]);
});

test("every row is an existing page", () => {
  const rows = [
    ...PAGES.map(({ path }) => path),
    ...PAGED_TYPES.map((type) => `${pageOf(type)}/*`),
  ];
  const missing = rows.filter((path) => !pages.includes(path.replace("*", "x")));
  expect(missing).toEqual([]);
});

test("an event's calendar is known, although it is no page", () => {
  expect(isKnown("/evento/due-rive/calendar")).toBe(true);
  expect(isKnown("/storie/due-rive/calendar")).toBe(false);
});

test("a path that cannot be a page is unknown", () => {
  expect(isKnown("/non-esiste")).toBe(false);
  expect(isKnown("/network/xx")).toBe(false);
  expect(isKnown("/magazine/a/b")).toBe(false);
  expect(isKnown("/login/xx")).toBe(false);
  expect(isKnown("/dashboard/xx")).toBe(false);
  expect(isKnown("/loginOLD")).toBe(false);
});

test("an older version of a page is known", () => {
  expect(isKnown("/academyOLD")).toBe(true);
  expect(isKnown("/dashboardOLD")).toBe(true);
});
