import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

/* Checks docs/data.md, which assigns a protection level to each database table and lists each level's requirements. */

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "docs/data.md"), "utf8");
const LEVELS = ["open", "inside", "personal", "sealed", "secret"];

/** Returns the two table rows of a protection level in docs/data.md: its database tables, and its requirements. */
function rowsOf(level: string): string[][] {
  const row = new RegExp(`^\\| \\**${level}\\** \\| (.*) \\|$`, "gm");
  return [...text.matchAll(row)].map(([, cells = ""]) => cells.split(" | "));
}

test("each table of the database has one level, and the document names no other table", async () => {
  const folder = join(root, "backend/db/schema");
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(files.map((file) => import(join(folder, file))));
  const tables = modules
    .flatMap((one: object) => Object.values(one) as unknown[])
    .filter((one) => is(one, PgTable))
    .map((one) => getTableName(one as PgTable));
  const named = LEVELS.flatMap((level) => rowsOf(level)[0]?.[1]?.match(/\w{2,}/g) ?? []);
  expect(named.sort()).toEqual([...new Set(tables)].sort());
});

test("each level states readers, place, transport, logs and retention", () => {
  for (const level of LEVELS) {
    const [, asks = []] = rowsOf(level);
    expect(asks.length, level).toBe(5);
    for (const one of asks) expect(one.length, level).toBeGreaterThan(4);
  }
});
