import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
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
const focused = () => document.activeElement?.getAttribute("data-row");

test("when a row goes from under the focus, the one in its place has it; with the last one, the page", () => {
  const { rerender } = render(list(["a", "b", "c", "d"]));
  screen.getByRole("button", { name: "b" }).focus();
  rerender(list(["a", "c", "d"]));
  expect(focused()).toBe("c");
  rerender(list(["a"]));
  expect(focused()).toBe("a");
  rerender(list([]));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("when other rows go, the focus stays where it is", () => {
  const { rerender } = render(list(["a", "b", "c"]));
  const button = screen.getByRole("button", { name: "b" });
  button.focus();
  rerender(list(["b"]));
  expect(document.activeElement).toBe(button);
});
