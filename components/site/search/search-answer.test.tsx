import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SearchAnswer } from "@/lib/search/search";
import { renderWithWords } from "@/tests/support/render";
import { Answer } from "./search-answer";

const ANSWER: SearchAnswer = {
  results: [
    {
      kind: "posts",
      path: "/magazine/due-minuti",
      section: "magazine",
      title: "Due minuti",
      text: "Il video di un’impresa.",
      locale: "it",
      at: "",
      score: 1,
    },
  ],
  total: 12,
  kinds: [
    { kind: "posts", count: 11 },
    { kind: "page", count: 1 },
  ],
  kind: null,
  page: 1,
  pages: 2,
  incomplete: false,
  words: ["impresa"],
  meant: null,
  offered: [],
};

function show(change: Partial<SearchAnswer>, language: "it" | "en" = "it") {
  renderWithWords(
    <Answer
      query="impresa"
      answer={{ ...ANSWER, ...change }}
      perPage={10}
      href={(query, page, kind) => `/search?q=${query}&page=${page}&kind=${kind}`}
    />,
    language,
  );
}

const hrefsIn = (name: string) =>
  within(screen.getByRole("navigation", { name }))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

test.each([
  ["it", "Che cosa mostrare", ["Tutto (12)", "Articoli (11)", "Pagina (1)"]],
  ["en", "What to show", ["Everything (12)", "Articles (11)", "Page (1)"]],
] as const)("each kind of result is a link with its count (%s)", (language, name, labels) => {
  show({}, language);
  expect(hrefsIn(name)).toEqual(
    ["null", "posts", "page"].map((kind, index) => [
      labels[index],
      `/search?q=impresa&page=1&kind=${kind}`,
    ]),
  );
  expect(screen.getByRole("link", { current: "page", name: labels[0] })).toBeTruthy();
});

test("the selected kind is marked, and its pages keep it", () => {
  show({ kind: "posts", total: 11 });
  expect(screen.getByRole("link", { name: "Articoli (11)" }).getAttribute("aria-current")).toBe(
    "page",
  );
  expect(hrefsIn("Pagine").map(([, href]) => href)).toContain(
    "/search?q=impresa&page=2&kind=posts",
  );
});

test("results of one kind show no tabs", () => {
  show({ kinds: [{ kind: "posts", count: 11 }] });
  expect(screen.queryByRole("navigation", { name: "Che cosa mostrare" })).toBeNull();
});

test("a search without results suggests single words that have results", () => {
  show({ results: [], total: 0, kinds: [], pages: 0, offered: ["giuria"] });
  const offered = screen.getByRole("link", { name: "giuria" });
  expect(offered.getAttribute("href")).toBe("/search?q=giuria&page=1&kind=null");
});

test.each([
  ["it", /\b(?:nessun|niente|nulla)/gi],
  ["en", /\b(?:no|nothing|none)\b/gi],
] as const)("a search without results says so once (%s)", (language, said) => {
  show({ results: [], total: 0, kinds: [], pages: 0 }, language);
  expect(document.body.textContent?.match(said)).toHaveLength(1);
});
