import { expect, test } from "vitest";
import { again, figuresOf } from "@/tools/bench/lib/lighthouse.mjs";

const report = {
  categories: {
    performance: { score: 0.974 },
    accessibility: { score: 1 },
    "best-practices": { score: 0.96 },
    seo: { score: 0.92 },
  },
  audits: {
    "largest-contentful-paint": { numericValue: 1_873.4 },
    "cumulative-layout-shift": { numericValue: 0.012 },
    "total-blocking-time": { numericValue: 143 },
    "is-on-https": {},
  },
};

test("a report gives scores from 0 to 100, then paint, shift, and blocking time unchanged", () => {
  expect(figuresOf(report)).toEqual([97, 100, 96, 92, 1_873.4, 0.012, 143]);
});

test("a report without a figure throws an error with the figure's name and the reason", () => {
  const { categories, audits } = report;
  const unpainted = { errorMessage: "The page did not paint any content." };
  expect(() =>
    figuresOf({
      categories: { ...categories, performance: { score: null } },
      audits: { ...audits, "largest-contentful-paint": unpainted },
    }),
  ).toThrow("no performance: The page did not paint any content.");
  const { "total-blocking-time": _, ...others } = audits;
  expect(() => figuresOf({ categories, audits: others })).toThrow("no total-blocking-time");
  expect(() => figuresOf({ ...report, runtimeError: { message: "It answered 500." } })).toThrow(
    "It answered 500.",
  );
});

test("a run that Lighthouse asks to repeat is repeated, three times at most", async () => {
  let runs = 0;
  const fails = (times: number) => async () => {
    runs += 1;
    if (runs <= times) throw new Error(`NO_NAVSTART ${runs}`);
    return runs;
  };
  expect(await again(fails(2))).toBe(3);
  runs = 0;
  await expect(again(fails(3))).rejects.toThrow("NO_NAVSTART 3");
});
