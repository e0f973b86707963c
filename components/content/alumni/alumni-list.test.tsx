import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RollEntry } from "@/lib/site/roll";
import { renderWithWords } from "@/tests/support/render";
import { RollList } from "./alumni-list";

const entry: RollEntry = {
  slug: "uno",
  locale: "it",
  name: "Uno",
  edition: 2024,
  sector: "Acqua",
  outcome: "winner",
  prize: "50.000 €",
  about: undefined,
  figure: "17 comuni",
  standing: "active",
  href: "/storie/uno",
};
const closed: RollEntry = {
  ...entry,
  slug: "due",
  name: "Due",
  standing: "closed",
  href: "/storie/due",
};
const lost: RollEntry = {
  ...entry,
  slug: "tre",
  name: "Tre",
  about: "Prestava ponteggi.",
  prize: undefined,
  figure: undefined,
  standing: undefined,
  href: undefined,
};

test("a row shows name, year, stage, current figure and state, and links to the story", () => {
  renderWithWords(<RollList entries={[entry, closed]} />);
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toBe("2024UnoHa vinto la call, 50.000 €Acqua17 comuniva avanti");
  expect(second?.textContent).toMatch(/ha chiuso$/);
  const link = within(second as HTMLElement).getByRole("link", { name: "Due" });
  expect(link.getAttribute("href")).toBe("/storie/due");
});

test("a row without known data says so and has no link", () => {
  renderWithWords(<RollList entries={[lost]} placed />);
  const row = screen.getByRole("listitem");
  expect(row.id).toBe("tre");
  expect(row.textContent).toBe(
    "2024TrePrestava ponteggi.Ha vinto la callAcquaNon lo sappiamonon sappiamo se va avanti",
  );
  expect(within(row).queryByRole("link")).toBeNull();
});

test("the summary line counts active, closed and unknown projects", () => {
  const { container } = renderWithWords(
    <RollList entries={[entry, { ...entry, slug: "quattro" }, closed, lost]} />,
  );
  expect(container.querySelector("p")?.textContent).toBe(
    " 2 vanno avanti 1 ha chiuso di 1 non lo sappiamo",
  );
});

test("the summary line counts all projects if only some have a row", () => {
  const { container } = renderWithWords(
    <RollList entries={[entry]} counted={[entry, closed, lost]} />,
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(container.querySelector("p")?.textContent).toBe(
    "Qui 1 di 3. In tutto: 1 va avanti 1 ha chiuso di 1 non lo sappiamo",
  );
});

test("an English page marks Italian text of a story as Italian", () => {
  renderWithWords(<RollList entries={[entry]} />, "en");
  expect(screen.getByText("17 comuni").getAttribute("lang")).toBe("it");
  expect(screen.getByText(/Won the call/).getAttribute("lang")).toBeNull();
});
