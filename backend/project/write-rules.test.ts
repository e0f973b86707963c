import { describe, expect, test } from "vitest";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import type { Edition } from "../editions/edition";
import type { Failure } from "../http/failure";
import type { StoredProject } from "./stored-project";
import { requireChangeable, requireVersion } from "./write-rules";

const OPENS = new Date("2026-07-01T00:00:00Z");
const CLOSES = new Date("2026-09-30T22:00:00Z");
const WITHIN = new Date("2026-08-20T10:00:00Z");
const config = { GRACE_MINUTES: 15 } as BackendConfig;
const edition = (afterSending: Edition["afterSending"]) =>
  ({ opensAt: OPENS, closesAt: CLOSES, afterSending }) as Edition;
const draft = { version: 3, sentVersion: null, extendedUntil: null } as StoredProject;
const sent = { ...draft, sentVersion: 2 };

describe("a change", () => {
  const tried = (
    rule: Edition["afterSending"],
    project: StoredProject | null,
    at: Date = WITHIN,
  ) => {
    try {
      requireChangeable(edition(rule), project, at, config);
      return "allowed";
    } catch (error) {
      return (error as Failure).code;
    }
  };

  test("a change after sending is refused only in a locked edition", () => {
    expect(tried("locked", sent)).toBe("locked_after_sending");
    expect(tried("locked", { ...sent, withdrawnAt: WITHIN })).toBe("locked_after_sending");
    expect(tried("locked", { ...sent, sentVersion: 0 })).toBe("locked_after_sending");
    expect(tried("locked", draft)).toBe("allowed");
    expect(tried("locked", null)).toBe("allowed");
    expect(tried("editable", sent)).toBe("allowed");
  });

  test("a change outside the dates is refused, with grace period and extension", () => {
    const late = new Date(CLOSES.getTime() + 15 * 60_000);
    expect(tried("editable", draft, new Date(OPENS.getTime() - 1))).toBe("not_yet_open");
    expect(tried("editable", draft, OPENS)).toBe("allowed");
    expect(tried("editable", draft, new Date(late.getTime() - 1))).toBe("allowed");
    expect(tried("editable", draft, late)).toBe("deadline_passed");
    expect(tried("editable", { ...draft, extendedUntil: late }, late)).toBe("allowed");
  });
});

describe("a version", () => {
  // If the version is correct, `requireVersion` does not read the database.
  const tried = (ifMatch: number | null, project: StoredProject | null) =>
    requireVersion(null as unknown as Executor, project, {
      ifMatch,
      caller: { id: "u" },
      arrivedAt: WITHIN,
      config,
    });

  test("requireVersion accepts the stored version, 0 without an application, and null", async () => {
    await expect(tried(3, draft)).resolves.toBeUndefined();
    await expect(tried(0, null)).resolves.toBeUndefined();
    await expect(tried(null, draft)).resolves.toBeUndefined();
  });

  test.each([2, 4, Number.NaN])(
    "requireVersion rejects version %d and reads the stored application",
    async (other) => {
      await expect(tried(other, draft)).rejects.toThrow();
    },
  );
});
