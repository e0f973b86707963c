import { expect, test } from "vitest";
import { dashboardLinks, isCurrent } from "./dashboard-links";

test("only an evaluator gets the link to the projects", () => {
  const names = (roles: Parameters<typeof dashboardLinks>[0]) =>
    dashboardLinks(roles).map(({ name }) => name);
  expect(names(["applicant"])).not.toContain("projects");
  expect(names(["evaluator"])).toContain("projects");
});

test("a step of the application keeps its link current, the overview only itself", () => {
  expect(isCurrent("/dashboard/project", "/dashboard/project/idea")).toBe(true);
  expect(isCurrent("/dashboard", "/dashboard/project")).toBe(false);
});

test("the ranking and the projects are never both current", () => {
  const hrefs = dashboardLinks(["evaluator"]).map(({ href }) => href);
  const current = (path: string) => hrefs.filter((href) => isCurrent(href, path));
  expect(current("/dashboard/evaluation/ranking")).toEqual(["/dashboard/evaluation/ranking"]);
  expect(current("/dashboard/evaluation/closing")).toEqual(["/dashboard/evaluation"]);
});
