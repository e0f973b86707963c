import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ListRow, ListTable } from "./list-table";

const list = (ids: readonly string[]) => (
  <main id="main" tabIndex={-1}>
    {ids.length > 0 && (
      <ListTable caption="list" columns={["what"]}>
        {ids.map((id) => (
          <ListRow key={id} id={id}>
            <td>
              <button type="button">{id}</button>
            </td>
          </ListRow>
        ))}
      </ListTable>
    )}
  </main>
);
const FIELD = "search";
const focused = () => document.activeElement?.getAttribute("data-row");

test("when the focused row is removed, the next row gets the focus; after the last row, the page does", () => {
  const { rerender } = render(list(["a", "b", "c", "d"]));
  screen.getByRole("button", { name: "b" }).focus();
  rerender(list(["a", "c", "d"]));
  expect(focused()).toBe("c");
  rerender(list(["a"]));
  expect(focused()).toBe("a");
  rerender(list([]));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("when other rows are removed, the focus stays", () => {
  const { rerender } = render(list(["a", "b", "c"]));
  const button = screen.getByRole("button", { name: "b" });
  button.focus();
  rerender(list(["b"]));
  expect(document.activeElement).toBe(button);
});

test.each([true, false])(
  "keys and checkboxes do not act on rows of a list that is being replaced (busy: %s)",
  (busy) => {
    const [toggle, open, extend, press] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    render(
      <ListTable
        caption="list"
        columns={["what"]}
        busy={busy}
        keys={{ toggle, open, letters: { p: extend } }}
      >
        <ListRow id="a">
          <td>
            <input type="checkbox" onChange={press} />
          </td>
        </ListRow>
        <ListRow id="b">
          <td />
        </ListRow>
      </ListTable>,
    );
    const [, row] = screen.getAllByRole("row");
    row?.focus();
    for (const key of ["x", "p", "Enter"]) fireEvent.keyDown(row as HTMLElement, { key });
    fireEvent.click(screen.getByRole("checkbox"));
    for (const action of [toggle, open, extend, press])
      expect(action).toHaveBeenCalledTimes(busy ? 0 : 1);
    // While the list loads, the keyboard can only move between rows.
    fireEvent.keyDown(row as HTMLElement, { key: "j" });
    expect(focused()).toBe("b");
  },
);

test("the keys enter the list from anywhere outside a field", () => {
  render(
    <>
      {list(["a", "b", "c"])}
      <input aria-label={FIELD} />
      {list(["other"])}
    </>,
  );
  for (const [key, row] of [
    ["j", "a"],
    ["k", "c"],
    ["x", "a"],
  ] as const) {
    (document.activeElement as HTMLElement).blur();
    fireEvent.keyDown(document.body, { key });
    expect(focused()).toBe(row);
  }
  screen.getByRole("textbox").focus();
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "j" });
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});
