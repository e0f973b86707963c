import { join } from "node:path";
import { expect, test } from "vitest";
import {
  namesOfPlaywright,
  namesOfVitest,
  slowest,
  timesOfPlaywright,
  timesOfVitest,
} from "@/scripts/testing/outcomes.mjs";

const root = join(import.meta.dirname, "../..");

test("a unit run lists failed, retried, and skipped tests, and files that cannot run", () => {
  const test = (status: string, fullName: string, ...failureMessages: string[]) => ({
    status,
    fullName,
    failureMessages,
  });
  expect(
    namesOfVitest({
      testResults: [
        {
          name: join(root, "lib/a.test.ts"),
          status: "failed",
          message: "",
          assertionResults: [
            test("passed", "sums"),
            test("passed", "waits", "Error: too late\n    at a.ts:9"),
            test("failed", "ranks ties", "\u001b[31mexpected 1 to be 2\u001b[39m\n    at a.ts:1"),
          ],
        },
        {
          name: join(root, "lib/b.test.ts"),
          status: "failed",
          message: "Cannot find module\nmore",
          assertionResults: [],
        },
        {
          name: join(root, "lib/c.test.ts"),
          status: "passed",
          message: "",
          assertionResults: [test("skipped", "rings"), test("skipped", "sleeps")],
        },
      ],
    }),
  ).toEqual({
    failures: [
      "lib/a.test.ts: ranks ties: expected 1 to be 2",
      "lib/b.test.ts: Cannot find module",
    ],
    unsteady: ["lib/a.test.ts: waits: Error: too late"],
    skips: ["lib/c.test.ts: 2"],
  });
});

test("a browser run lists failed and retried tests", () => {
  const spec = (title: string, status: string, ...messages: (string | null)[]) => ({
    title,
    tests: [
      {
        projectName: "en",
        status,
        results: messages.map((message) => (message === null ? {} : { error: { message } })),
      },
    ],
  });
  const file = "send.spec.ts";
  const suites = [
    {
      file,
      specs: [spec("sends", "expected", null)],
      suites: [
        {
          file,
          specs: [
            spec("waits", "flaky", "too slow\nat", null),
            spec("closes", "unexpected", "gone", "gone still"),
          ],
        },
      ],
    },
  ];
  expect(namesOfPlaywright(suites)).toEqual({
    failures: ["send.spec.ts [en] closes: gone"],
    unsteady: ["send.spec.ts [en] waits: too slow"],
  });
});

test("the slowest files come first, by elapsed time for unit files and by the sum of all attempts for browser files", () => {
  const unit = (name: string, startTime: number, endTime: number) => ({
    name: join(root, name),
    status: "passed",
    startTime,
    endTime,
    assertionResults: [],
  });
  const spec = (...durations: number[]) => ({
    title: "goes",
    tests: [
      {
        projectName: "it",
        status: "expected",
        results: durations.map((duration) => ({ duration })),
      },
    ],
  });
  const times = [
    ...timesOfVitest({
      testResults: [unit("lib/a.test.ts", 500, 2_000), unit("lib/b.test.ts", 0, 900)],
    }),
    ...timesOfPlaywright([
      {
        file: "send.spec.ts",
        specs: [spec(1_000)],
        suites: [{ file: "send.spec.ts", specs: [spec(400, 600)] }],
      },
    ]),
  ];
  expect(slowest(times)).toEqual([
    "   2.0 s  send.spec.ts",
    "   1.5 s  lib/a.test.ts",
    "   0.9 s  lib/b.test.ts",
  ]);
  expect(slowest(times, 1)).toHaveLength(1);
});
