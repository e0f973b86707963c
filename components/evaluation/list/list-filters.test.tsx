import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { ListFilters } from "./list-filters";

test("a filter that is chosen right after typing keeps the search", () => {
  renderWithWords(<ListFilters query={{ round: 2, industry: "industry-cleantech" }} />, "it");
  const list = MESSAGES.it.evaluation.list;
  fireEvent.change(screen.getByLabelText(list.search), { target: { value: "ze" } });
  fireEvent.change(screen.getByLabelText(list.filters.state), { target: { value: "scored" } });
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    ...{ round: "2", search: "ze", industry: "industry-cleantech", state: "scored" },
  });
});
