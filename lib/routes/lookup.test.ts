import { expect, test } from "vitest";
import { needsFullLoad, SECTION_PATH, sectionOf } from "./lookup";
import { SECTIONS } from "./sections";

test("every section starts on one page of its own", () => {
  expect(Object.keys(SECTION_PATH)).toEqual([...SECTIONS]);
  for (const section of SECTIONS) expect(sectionOf(SECTION_PATH[section])).toBe(section);
});

test("events and stories belong to Community", () => {
  expect(sectionOf("/evento/pitch-senza-slide")).toBe("community");
  expect(sectionOf("/storie")).toBe("community");
});

test("what lies below a page belongs to its section", () => {
  expect(sectionOf("/magazine/1")).toBe("magazine");
  expect(sectionOf("/login/password-recovery")).toBe("call");
  expect(sectionOf("/dashboard/project/idea")).toBe("call");
});

test("an older version belongs to its page's section", () => {
  expect(sectionOf("/academyOLD")).toBe("academy");
});

test("the home page and unknown addresses belong to none", () => {
  expect(sectionOf("/")).toBeUndefined();
  expect(sectionOf("/OLD")).toBeUndefined();
  expect(sectionOf("/non-esiste")).toBeUndefined();
});

test("a link to a sign-in or a captcha is a full page load, whatever its query", () => {
  expect(needsFullLoad("/login?next=%2Fdashboard")).toBe(true);
  expect(needsFullLoad("/community-event#whitepaper")).toBe(true);
  for (const path of ["/", "/community", "/login/password-reset", "/dashboard", "/loginOLD"]) {
    expect(needsFullLoad(path), path).toBe(false);
  }
});
