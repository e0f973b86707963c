import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Summary } from "@/lib/content/content";
import { renderWithWords } from "@/tests/support/render";
import { Neighbours } from "./neighbours";

vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));

/** Test items in the order of a content list: newest first. */
const ITEMS = ["tre", "due", "uno"].map(
  (slug) => ({ slug, title: `Testo ${slug}`, locale: "it" }) as Summary,
);

const linksOf = (name: string) =>
  within(screen.getByRole("navigation", { name }))
    .getAllByRole("link")
    .map((link) => [link.parentElement?.textContent, link.getAttribute("href")]);

test.each([
  ["it", "Prima e dopo questo", "Precedente", "Successivo", ""],
  ["en", "Before and after this", "Previous", "Next", "/en"],
] as const)(
  "a text links to the previous and the next text (%s)",
  (language, name, before, after, at) => {
    renderWithWords(<Neighbours slug="due" items={ITEMS} type="posts" />, language);
    expect(linksOf(name)).toEqual([
      [`${before}Testo uno`, `${at}/magazine/uno`],
      [`${after}Testo tre`, `${at}/magazine/tre`],
    ]);
  },
);

test("the first and last texts have one neighbour, and an Italian neighbour is marked in English", () => {
  renderWithWords(<Neighbours slug="uno" items={ITEMS} type="stories" />, "en");
  expect(linksOf("Before and after this")).toEqual([["NextTesto due", "/en/storie/due"]]);
  expect(screen.getByRole("link").getAttribute("lang")).toBe("it");
});

test.each([
  ["a text that is in no list", "bozza", ITEMS],
  ["one that is alone", "uno", ITEMS.slice(2)],
])("%s has no neighbours", (_, slug, items) => {
  const { container } = renderWithWords(<Neighbours slug={slug} items={items} type="posts" />);
  expect(container.innerHTML).toBe("");
});
