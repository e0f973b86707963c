import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { EqualValues, equalValues } from "./equal-values";

type Row = { state: string; day: string };
const TEXTS = { state: ({ state }: Row) => state, day: ({ day }: Row) => day };

test("a column is equal if all rows have the same text", () => {
  const rows = [
    { state: "sent", day: "1" },
    { state: "sent", day: "2" },
  ];
  expect(equalValues(rows, TEXTS)).toEqual({ state: "sent" });
});

test("a single row and an empty list have no equal columns", () => {
  expect(equalValues([{ state: "sent", day: "1" }], TEXTS)).toEqual({});
  expect(equalValues([], TEXTS)).toEqual({});
});

test("hidden columns are named below the list with their value", () => {
  const label = "The same in every row:";
  const { container, rerender } = render(
    <EqualValues label={label} values={{ state: "sent", day: "1" }} nameOf={(name) => name} />,
  );
  expect(screen.getByText(/same/).textContent).toBe(`${label} state sent · day 1`);
  rerender(<EqualValues label={label} values={{}} nameOf={(name) => name} />);
  expect(container.textContent).toBe("");
});
