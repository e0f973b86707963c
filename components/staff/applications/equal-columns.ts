import {
  type ApplicationColumn,
  type ApplicationRow,
  DEFAULT_COLUMNS,
} from "@/contract/staff/applications";

/** Default columns whose values matter only when they differ. */
const FIELDS: Partial<Record<ApplicationColumn, (row: ApplicationRow) => unknown>> = {
  saved: ({ saved_at }) => saved_at,
  deadline: ({ extended_until }) => extended_until,
  signals: ({ troubles }) => troubles,
};

/**
 * Returns the default columns that have the same value in every row, so they distinguish no row. Columns that the page's
 * address names stay.
 *
 * @param columns the columns of the page's address
 */
export function equalColumns(
  columns: string | undefined,
  rows: readonly ApplicationRow[],
): ApplicationColumn[] {
  if (columns !== undefined || rows.length < 2) return [];
  return DEFAULT_COLUMNS.filter((column) => {
    const valueIn = FIELDS[column];
    return valueIn && new Set(rows.map((row) => JSON.stringify(valueIn(row)))).size === 1;
  });
}
