import { expect, test } from "vitest";
import { APPLICATION_COLUMNS } from "./applications";
import { EXPORT_LISTS, exportColumns, screenColumns } from "./exports";

test("every column of a screen is a column of its table, once", () => {
  const shown = APPLICATION_COLUMNS.filter((column) => column !== "name");
  for (const list of EXPORT_LISTS) {
    const columns = screenColumns(list, shown);
    expect(columns.length, list).toBeGreaterThan(5);
    expect(new Set(columns).size, list).toBe(columns.length);
    for (const column of columns) expect(exportColumns(list), list).toContain(column);
  }
});

test("the list of applications is exported in the order of its columns", () => {
  expect(screenColumns("applications", ["owner", "progress", "tags", "person"])).toEqual([
    ...["name", "person", "number", "owner", "filled", "required", "tags"],
  ]);
});
