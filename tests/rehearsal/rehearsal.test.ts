import { readFileSync, rmSync } from "node:fs";
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
 * What ARCHITECTURE.md promises under "Where to add" is done here: each addition is made in a scratch
 * copy, in the files its row names and in no others. Then the copy is type-checked, and a probe of each
 * addition checks that it has reached every place. If a second place were needed, one of the two fails.
 */

/** By the name of its probe, which its row names too. */
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

/** What the table says about each rehearsal: the paths in its row, and how many files it takes. */
const promised = new Map(
  readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8")
    .split("## Where to add")[1]!
    .split("\n## ")[0]!
    .split("\n")
    .flatMap((row) => {
      const [, , where = "", rehearsed = ""] = row.split("|");
      const places = [...where.matchAll(/`([^`]+)`/g)].map(([, place = ""]) => place);
      const all = [...rehearsed.matchAll(/`([\w-]+)`: (\d+)/g)];
      return all.map(([, name = "", files]) => [name, { places, files: Number(files) }] as const);
    }),
);

/** Whether a file is where a row says: `messages/` means all below it, `…` any folders, `{it,en}` either. */
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

test("the table names every rehearsal, and no other", () => {
  expect([...promised.keys()].sort()).toEqual(Object.keys(CHANGES).sort());
});

test("with all additions made, the types are right", () => {
  expect(wrongTypes).toBe("");
});

describe.each(Object.entries(CHANGES))("%s", (name, change) => {
  test("takes as many files as its row says, where its row says", () => {
    const files = Object.keys(change);
    const { files: count, places = [] } = promised.get(name) ?? {};
    expect(files).toHaveLength(count ?? 0);
    const astray = files.filter((file) => !places.some((place) => liesAt(file, place)));
    expect(astray).toEqual([]);
  });

  test("has come everywhere", () => {
    const { passed = 0, failures = ["was not probed"] } = outcomes.get(name) ?? {};
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });
});
