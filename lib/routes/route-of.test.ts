import { expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { PAGES } from "./pages";
import { pathFor } from "./path";
import { ELSEWHERE, routeOf } from "./route-of";

test.each([
  ["/", "/"],
  ["/storie", "/storie"],
  ["/storie/filo-vivo", "/storie/*"],
  ["/dashboard/project/2", "/dashboard/project/*"],
  ["/evento/due-rive/calendar", "/evento/*/calendar"],
  ["/academyOLD", "/academyOLD"],
  ["/wp-json/wp/v2/project", "/wp-json"],
  ["/api/health", "/api"],
  ["/_next/static/chunks/a.js", "/_next"],
  ["/policy/call-rules-it.pdf", ELSEWHERE],
  ["/wp-admin/setup.php", ELSEWHERE],
  ["/apis", ELSEWHERE],
])("%s counts as %s", (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test("a page has the same route in every language", () => {
  for (const { path } of PAGES) {
    const asked = path.replace("*", "qualcosa");
    for (const locale of LANGUAGES) expect(routeOf(pathFor({ locale, path: asked }))).toBe(path);
  }
});

test("the number of routes is limited by the number of pages, regardless of the requested paths", () => {
  const tried = Array.from({ length: 10_000 }, (_, i) => `/${i}/storie/${i % 7}`);
  const items = Array.from({ length: 10_000 }, (_, i) => `/storie/${i}`);
  expect(new Set([...tried, ...items].map(routeOf))).toEqual(new Set([ELSEWHERE, "/storie/*"]));
});
