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
 * Follows the recipes of the module READMEs: makes each addition in a scratch copy, in the files that its section names
 * and in no others. Then it type-checks the copy, and a probe of each addition checks that it reached every place.
 */

/** The changes by recipe name. The probe of each change has the same name. */
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

/** The recipes in the module READMEs: the paths in each section, and the number of files. */
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

/** Returns whether a file is in a place of a README: `messages/` means all files below it, `…` any folders, `{it,en}` either. */
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
