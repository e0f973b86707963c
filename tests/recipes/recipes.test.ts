import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pagedType, placedType } from "./rows/content-type";
import { field, fileField } from "./rows/field";
import { job } from "./rows/job";
import { fileLimit, limit } from "./rows/limit";
import { page } from "./rows/page";
import { endpoint, errorCode, mail, role } from "./rows/service";
import { article, option, redirect } from "./rows/small";
import { store } from "./rows/store";
import { type Change, make, type Outcomes, probe, ROOT, scratchCopy, typeErrors } from "./scratch";

/*
 * Follows the recipes in the modules' README files. Makes each recipe's change in a copy of the repository, only in the
 * files that the README names. Then type-checks the copy, and a probe checks that the change works everywhere.
 */

/** The code changes of the recipes, by recipe name. The probe of each recipe has the recipe's name. */
const CHANGES: Record<string, Change> = {
  page,
  "placed-type": placedType,
  "paged-type": pagedType,
  endpoint,
  "error-code": errorCode,
  mail,
  role,
  option,
  article,
  redirect,
  job,
  store,
  limit,
  "file-limit": fileLimit,
  field,
  "file-field": fileField,
};

/**
 * The recipes in the modules' README files, by name. Each has the paths that its README section names, and the number
 * of files that the recipe changes.
 */
const promised = new Map(
  globSync("{app,backend,components,content,contract,lib}/**/README.md", { cwd: ROOT })
    .flatMap((file) => readFileSync(join(ROOT, file), "utf8").split("\n## "))
    .flatMap((section) => {
      const [steps = "", recipe = ""] = section.split("\nRecipe: ");
      const places = [...section.matchAll(/`([^`]+)`/g)].map(([, place = ""]) => place);
      const all = [...recipe.matchAll(/`([\w-]+)`, (\d+) files?/g)];
      return steps
        ? all.map(([, name = "", files]) => [name, { places, files: Number(files) }] as const)
        : [];
    }),
);

/**
 * Returns whether a file matches a path in a README. `messages/` matches all files below it, `…` any folders, and
 * `{it,en}` one of the two.
 */
function liesAt(file: string, place: string): boolean {
  const pattern = place
    .replaceAll(/[.()[\]]/g, "\\$&")
    .replaceAll("…", ".+")
    .replaceAll(/\{(\w+),(\w+)\}/g, "(?:$1|$2)")
    .replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`(?:^|/)${pattern}${place.endsWith("/") ? "" : "$"}`).test(file);
}

let copy: string;
let wrongTypes: string;
let outcomes: Outcomes;

beforeAll(async () => {
  copy = scratchCopy();
  for (const change of Object.values(CHANGES)) make(copy, change);
  [wrongTypes, outcomes] = await Promise.all([typeErrors(copy), probe(copy)]);
}, 300_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("the READMEs name each recipe and no other", () => {
  expect([...promised.keys()].sort()).toEqual(Object.keys(CHANGES).sort());
});

test("the types are correct after all recipes' changes", () => {
  expect(wrongTypes).toBe("");
});

describe.each(Object.entries(CHANGES))("the recipe %s", (name, change) => {
  test("a recipe changes exactly the files that its section names", () => {
    const files = Object.keys(change);
    const { files: count, places = [] } = promised.get(name) ?? {};
    expect(files).toHaveLength(count ?? 0);
    const astray = files.filter((file) => !places.some((place) => liesAt(file, place)));
    expect(astray).toEqual([]);
  });

  test("a recipe's change has effect at each place", () => {
    const { passed = 0, failures = ["was not probed"] } = outcomes.get(name) ?? {};
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });
});
