import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Content, Summary } from "@/lib/content/content";
import { renderWithWords } from "@/tests/support/render";
import { PeopleList } from "./people-list";

vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));

const person = (title: string) =>
  ({
    slug: title.toLowerCase().replaceAll(" ", "-"),
    locale: "it",
    title,
    excerpt: "",
    html: "",
    image: null,
    meta: { group: "jury" },
  }) as unknown as Content;

const TEXTS = new Map([
  [
    "Tecla Morgante",
    [
      { type: "posts", slug: "dove-nasce", title: "Dove nasce", locale: "it" },
      { type: "stories", slug: "lumaca", title: "Lumaca", locale: "it" },
    ] as Summary[],
  ],
]);

test.each([
  ["it", "Ha scritto:", ""],
  ["en", "Has written:", "/en"],
] as const)(
  "a person links to all their texts, and a person without texts links to nothing (%s)",
  (language, words, at) => {
    const people = ["Tecla Morgante", "Ada Lentini"].map(person);
    renderWithWords(<PeopleList people={people} texts={TEXTS} />, language);
    const [author, other] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
    expect(within(author).getByText(words, { exact: false }).textContent).toBe(
      `${words} Dove nasce, Lumaca`,
    );
    const links = within(author).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      `${at}/magazine/dove-nasce`,
      `${at}/storie/lumaca`,
    ]);
    expect(within(other).queryByText(words, { exact: false })).toBeNull();
    expect(within(other).queryByRole("link")).toBeNull();
  },
);
