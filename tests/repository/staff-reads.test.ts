import { expect, test } from "vitest";
import { staffReads } from "@/tools/bench/lib/staff-reads.mjs";

test("the benchmark of the staff area measures each filter and each order of the contract", async () => {
  // Throws for a filter without a value: add one to `VALUES` in tools/bench/lib/staff-reads.mjs.
  const { lists } = await staffReads();
  const paths = lists.map(([, path]) => path);
  expect(paths).toContain("applications?sort=-signals&columns=readings");
  expect(paths).toContain("requests?state=answered");
  expect(new Set(paths).size).toBe(paths.length);
});
