import type { Messages } from "../documents/messages";
import type { Cell, Column, Table } from "../documents/table";

/**
 * A table whose first column contains the names of the rows. An export can leave out the columns that have a `name`.
 */
export type LabelledTable = Omit<Table, "columns" | "rows"> & {
  columns: (Column & { name?: string })[];
  rows: Cell[][];
};

/**
 * Joins tables into one CSV table with one row per value. The row contains the title of the table's first column (as
 * group), the name of the row, the title of the column, and the value.
 */
export function joinTables(
  tables: readonly LabelledTable[],
  { tables: { figures: said, sheets } }: Messages,
  name: "figures" | "agreement",
): Table {
  const rows = tables.flatMap(({ columns, rows: own }) =>
    own.flatMap(([label, ...cells]) =>
      cells.map((cell, at): Cell[] => [
        columns[0]?.title ?? "",
        label ?? "",
        columns[at + 1]?.title ?? "",
        cell,
      ]),
    ),
  );
  return {
    ...{ name, sheet: sheets[name], fixed: 1, rows },
    columns: [said.group, said.row, said.column, said.number].map((title) => ({ title })),
  };
}
