import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { projectsQuery } from "@/lib/api/evaluation-query";
import { renderWithWords } from "@/tests/support/render";
import { ClosingGroup } from "./closing-group";

/**
 * Renders the projects of one state. The query cache contains two projects, once sorted by the evaluator's total and
 * once by name. The displayed order shows which query the component used.
 */
function show(state: "scored" | "todo") {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const orders = [
    [{ orderby: "my_total", order: "desc" }, ["Zeta", "Alfa"]],
    [{ orderby: "nome", order: "asc" }, ["Alfa", "Zeta"]],
  ] as const;
  for (const [order, names] of orders) {
    const asked = { edition: 2026, state, ...order, per_page: 12 };
    const projects = names.map((nome) => ({ id: nome, nome, evaluation: { total: 50 } }));
    client.setQueryData<unknown>(projectsQuery("it", asked).queryKey, { answer: { projects } });
  }
  renderWithWords(
    <QueryClientProvider client={client}>
      <ClosingGroup state={state} count={2} query={{ edition: 2026 }} />
    </QueryClientProvider>,
    "it",
  );
  return screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
}

test("before closing, scored projects are sorted by the evaluator's own total, also in the opened list", () => {
  expect(show("scored")).toEqual([
    ["Zeta", expect.stringContaining("orderby=my_total")],
    ["Alfa", expect.stringContaining("orderby=my_total")],
  ]);
});

test("unscored projects are sorted by name", () => {
  expect(show("todo").map(([name]) => name)).toEqual(["Alfa", "Zeta"]);
});
