import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { renderWithWords } from "@/tests/support/render";
import { ReaderTerms } from "./reader-terms-form";

afterEach(() => vi.unstubAllGlobals());

test.each(LANGUAGES)(
  "the last day of the evaluation is the last day for changes (%s)",
  async (language) => {
    const stated = { edition: 2026, capacity: null, languages: [], sectors: [], conflicts: [] };
    // Midnight at the end of 8 March 2027 in Rome.
    const terms = { ...stated, open: true, until: "2027-03-08T23:00:00.000Z" };
    vi.stubGlobal("fetch", async () => Response.json(terms));
    renderWithWords(
      <QueryClientProvider client={new QueryClient()}>
        <ReaderTerms heading />
      </QueryClientProvider>,
      language,
    );
    const text = language === "it" ? /fino all’8 marzo 2027/ : /until 8 March 2027/;
    expect(await screen.findByText(text)).toBeDefined();
  },
);
