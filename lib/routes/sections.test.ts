import { expect, test } from "vitest";
import { sectionOf } from "./sections";

test("events and stories belong to Community", () => {
  expect(sectionOf("/evento/pitch-senza-slide")).toBe("community");
  expect(sectionOf("/storie")).toBe("community");
});

test("an old page belongs to the section it was of", () => {
  expect(sectionOf("/academyOLD")).toBe("academy");
});

test("the home page and unknown addresses belong to none", () => {
  expect(sectionOf("/")).toBeUndefined();
  expect(sectionOf("/non-esiste")).toBeUndefined();
});
