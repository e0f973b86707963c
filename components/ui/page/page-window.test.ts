import { expect, test } from "vitest";
import { pageWindow } from "./page-window";

test("when there are few pages, all are shown", () => {
  expect(pageWindow(2, 3)).toEqual([1, 2, 3]);
});

test("far pages are left out, with a gap in their place", () => {
  expect(pageWindow(6, 12)).toEqual([1, -1, 5, 6, 7, -7, 12]);
});

test("a gap of a single page shows that page", () => {
  expect(pageWindow(4, 5)).toEqual([1, 2, 3, 4, 5]);
});
