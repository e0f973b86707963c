import { Fragment } from "react";
import styles from "./equal-values.module.css";

/**
 * Returns the columns that have the same text in every row of a list, with this text. Such a column distinguishes no
 * row, so the list hides the column. A single row has nothing to compare with, so its columns stay.
 *
 * @param texts the text of each column in a row
 */
export function equalValues<Row, Column extends string>(
  rows: readonly Row[],
  texts: { readonly [Name in Column]?: (row: Row) => string },
): Partial<Record<Column, string>> {
  const [first, ...others] = rows;
  if (!first || others.length === 0) return {};
  const equal = (Object.keys(texts) as Column[]).flatMap((column) => {
    const textIn = texts[column];
    const text = textIn?.(first);
    return textIn && others.every((row) => textIn(row) === text) ? [[column, text]] : [];
  });
  return Object.fromEntries(equal);
}

/**
 * Lists the names of the hidden columns, each with the text that all rows have in this column. Renders nothing if no
 * column is hidden.
 *
 * @param label the text before the columns
 * @param nameOf returns the name of a column
 */
export function EqualValues<Column extends string>({
  label,
  values,
  nameOf,
}: {
  label: string;
  values: Partial<Record<Column, string>>;
  nameOf: (column: Column) => string;
}) {
  const columns = Object.keys(values) as Column[];
  if (columns.length === 0) return null;
  return (
    <p className={styles.equal}>
      {label}{" "}
      {columns.map((column, index) => (
        <Fragment key={column}>
          {index > 0 && " · "}
          {nameOf(column)} <strong>{values[column]}</strong>
        </Fragment>
      ))}
    </p>
  );
}
