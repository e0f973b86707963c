import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { isKnown } from "./known";

/** Every page of the house as an address: groups left out, a parameter as some value. */
const pages = globSync("app/[[]locale]/**/page.tsx", { cwd: process.cwd() })
  .map((file) => file.split("/").slice(2, -1))
  .filter((parts) => !parts.includes("[...rest]") && !parts.includes("not-found"))
  .map((parts) => parts.filter((part) => !part.startsWith("(")))
  .map((parts) => `/${parts.map((part) => part.replace(/^\[+(?:\.\.\.)?\w+\]+$/, "x")).join("/")}`);

test("every page of the house is known", () => {
  expect(pages).toContain("/");
  expect(pages.filter((page) => !isKnown(page))).toEqual([]);
});

test("an event's calendar is known, although it is no page", () => {
  expect(isKnown("/evento/due-rive/calendar")).toBe(true);
  expect(isKnown("/storie/due-rive/calendar")).toBe(false);
});

test("what can be no page is not", () => {
  expect(isKnown("/non-esiste")).toBe(false);
  expect(isKnown("/academy/xx")).toBe(false);
  expect(isKnown("/magazine/a/b")).toBe(false);
  expect(isKnown("/login/xx")).toBe(false);
  expect(isKnown("/dashboard/xx")).toBe(false);
  expect(isKnown("/loginOLD")).toBe(false);
});

test("an older version of a page is known", () => {
  expect(isKnown("/academyOLD")).toBe(true);
  expect(isKnown("/dashboardOLD")).toBe(true);
});
