import {
  type ApplicationColumn,
  type ApplicationRow,
  DEFAULT_COLUMNS,
} from "@/contract/staff/applications";

/** Default columns that are useful only if their values differ between rows. */
const FIELDS: Partial<Record<ApplicationColumn, (row: ApplicationRow) => unknown>> = {
  saved: ({ saved_at }) => saved_at,
  deadline: ({ extended_until }) => extended_until,
  signals: ({ troubles }) => troubles,
};

/**
 * Returns the default columns that have the same value in every row, and so distinguish no row. A column that the URL
 * names is never returned.
 *
 * @param columns the columns that the URL names
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
