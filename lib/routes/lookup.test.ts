import { expect, test } from "vitest";
import { needsFullLoad, SECTION_PATH, sectionOf } from "./lookup";
import { SECTIONS } from "./sections";

test("every section has exactly one start page", () => {
  expect(Object.keys(SECTION_PATH)).toEqual([...SECTIONS]);
  for (const section of SECTIONS) expect(sectionOf(SECTION_PATH[section])).toBe(section);
});

test("events and stories belong to Community", () => {
  expect(sectionOf("/evento/pitch-senza-slide")).toBe("community");
  expect(sectionOf("/storie")).toBe("community");
});

test("a path below a page belongs to the page's section", () => {
  expect(sectionOf("/magazine/1")).toBe("magazine");
  expect(sectionOf("/login/password-recovery")).toBe("call");
  expect(sectionOf("/dashboard/project/idea")).toBe("call");
});

test("an older version belongs to its page's section", () => {
  expect(sectionOf("/academyOLD")).toBe("academy");
});

test("the home page and unknown paths belong to no section", () => {
  expect(sectionOf("/")).toBeUndefined();
  expect(sectionOf("/OLD")).toBeUndefined();
  expect(sectionOf("/non-esiste")).toBeUndefined();
});

test("a link to a page with sign-in or captcha is a full page load, with any query", () => {
  expect(needsFullLoad("/login?next=%2Fdashboard")).toBe(true);
  expect(needsFullLoad("/community-event#whitepaper")).toBe(true);
  for (const path of ["/", "/community", "/login/password-reset", "/dashboard", "/loginOLD"]) {
    expect(needsFullLoad(path), path).toBe(false);
  }
});
