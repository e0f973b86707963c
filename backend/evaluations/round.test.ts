import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const backend = join(import.meta.dirname, "..");

/**
 * Matches code that only `round.ts` can contain: the columns and conditions that decide which rows and people belong to
 * a round.
 */
const ROUND_ONLY =
  /\b(?:evaluations|evaluationRecords|assignedReadings|fixedReadings)\.editionId|hasRole\("evaluator"\)|\bIN_(?:CONFIRMED_)?JURY\b|\b(?:from|join) (?:evaluations|evaluation_records|assigned_readings|fixed_readings)\b/;

/** Files that this test skips, because they concern all rounds of an edition or only the evaluator role. */
const ALL_ROUNDS = [
  "db/schema/accounts.ts",
  "evaluations/close/verify-record.ts",
  "evaluations/list/list-evaluations.ts",
  "files/erase-projects.ts",
  "mail/letter.ts",
  "staff/rounds/get-rounds.ts",
  "users/administer.ts",
  "users/export/personal-data.ts",
  "users/invitation/invitation.ts",
];

/**
 * Files that this test skips, because they use the edition's evaluation dates. All other files must use the dates of
 * the round.
 */
const DATES = /\.evaluation(?:Opens|Closes)At\b/;
const OF_THE_EDITION = ["evaluations/conflicts-of-interest.ts"];

function filesWith(pattern: RegExp, under: string): string[] {
  return globSync(`${under}**/*.ts`, { cwd: backend })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => pattern.test(readFileSync(join(backend, file), "utf8")))
    .sort();
}

test("only the seam of the rounds names their columns and their jury", () => {
  expect(filesWith(ROUND_ONLY, "")).toEqual([...ALL_ROUNDS, "evaluations/round.ts"].sort());
});

test("no rule about evaluations reads the edition's dates instead of the round's", () => {
  expect(filesWith(DATES, "{evaluations,selection}/")).toEqual(OF_THE_EDITION);
});
