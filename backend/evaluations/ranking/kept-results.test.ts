import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testBackend } from "@/tests/support/servers/backend";
import { keepResults } from "./kept-results";

const { db } = await testBackend();

function counting() {
  const keptOr = keepResults<string>();
  let made = 0;
  const of = (key: string, mark: string, by: Parameters<typeof keptOr>[0] = db) =>
    keptOr(by, { key, mark }, async () => {
      made += 1;
      return `${key} ${mark}`;
    });
  return { of, made: () => made };
}

test("a result is calculated once for each mark of its key", async () => {
  const { of, made } = counting();
  expect([await of("a", "1"), await of("a", "1"), await of("b", "1")]).toEqual([
    "a 1",
    "a 1",
    "b 1",
  ]);
  expect(made()).toBe(2);
  expect([await of("a", "2"), await of("b", "1"), made()]).toEqual(["a 2", "b 1", 3]);
});

test("the least recently used result is removed first", async () => {
  const { of, made } = counting();
  for (const key of ["1", "2", "3", "4", "5", "6", "1", "7"]) await of(key, "x");
  expect(made()).toBe(7);
  await of("1", "x");
  expect(made()).toBe(7);
  await of("2", "x");
  expect(made()).toBe(8);
});

test("a failed result is calculated again", async () => {
  const keptOr = keepResults<string>();
  const known = { key: "a", mark: "1" };
  await expect(keptOr(db, known, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect(await keptOr(db, known, async () => "found")).toBe("found");
});

test("a transaction reads kept results and keeps none", async () => {
  const { of, made } = counting();
  await of("a", "1");
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    expect([await of("a", "1", tx), made()]).toEqual(["a 1", 1]);
    expect([await of("a", "2", tx), made()]).toEqual(["a 2", 2]);
  });
  expect([await of("a", "1"), made()]).toEqual(["a 1", 2]);
});
