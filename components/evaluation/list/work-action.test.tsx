import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { nextProjectQuery } from "@/lib/api/evaluation-query";
import { renderWithWords } from "@/tests/support/render";
import { WorkAction } from "./work-action";

const COUNTS = { total: 3, scored: 1, partial: 0, recused: 0, sent_again: 0 };
const WORK = { edition: 2026, closed: false, scoring: "open" as const, counts: COUNTS };
const NEXT = { id: "p7", nome: "Vetro Zero" };

function show(work: Parameters<typeof WorkAction>[0]["work"], project: typeof NEXT | null) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(nextProjectQuery("it", 2026).queryKey, { project, remaining: 2 });
  renderWithWords(
    <QueryClientProvider client={client}>
      <WorkAction work={work} query={{}} />
    </QueryClientProvider>,
    "it",
  );
  const links = screen.queryAllByRole("link");
  return links.map((link) => `${link.textContent} ${link.getAttribute("href")}`);
}

test("the main action opens the project that the server chooses", () => {
  expect(show(WORK, NEXT)).toEqual(["Leggi il prossimo /dashboard/evaluation/p7"]);
  expect(screen.getByText(/Vetro Zero/)).toBeDefined();
});

test("the main action opens the review when no project is left", () => {
  expect(show(WORK, null)).toEqual(["Rivedi e chiudi /dashboard/evaluation/closing"]);
});

test("the main action opens the ranking after closing", () => {
  expect(show({ ...WORK, closed: true }, NEXT)).toEqual([
    "Vai alla classifica /dashboard/evaluation/ranking",
  ]);
});

test("the main action is absent before the evaluation opens", () => {
  expect(show({ ...WORK, scoring: "not_yet" }, NEXT)).toEqual([]);
});

test("the main action opens the review after the evaluation ends", () => {
  expect(show({ ...WORK, scoring: "over" }, NEXT)).toEqual([
    "Rivedi e chiudi /dashboard/evaluation/closing",
  ]);
});
