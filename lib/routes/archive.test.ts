import { expect, test } from "vitest";
import { archivedAt } from "./archive";

test("a page's older version leads to today's", () => {
  expect(archivedAt("/call-for-ideasOLD")).toEqual({
    slug: "call-for-ideasold",
    path: "/call-for-ideasOLD",
    today: "/call-for-ideas",
  });
  expect(archivedAt("/OLD")?.today).toBe("/");
  expect(archivedAt("/magazineOLD")?.today).toBe("/magazine/1");
  expect(archivedAt("/dashboardOLD")).toMatchObject({ slug: "dashboardold", today: "/dashboard" });
});

test("names are exact: case-sensitive, no other page", () => {
  expect(archivedAt("/academyold")).toBeUndefined();
  expect(archivedAt("/loginOLD")).toBeUndefined();
  expect(archivedAt("/academy")).toBeUndefined();
});
