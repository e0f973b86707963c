import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RollEntry } from "@/lib/site/roll";
import { renderWithWords } from "@/tests/support/render";
import { RollList } from "./roll-list";

const entry: RollEntry = {
  slug: "uno",
  locale: "it",
  name: "Uno",
  edition: 2024,
  sector: "Acqua",
  outcome: "winner",
  figure: "17 comuni",
  standing: "active",
};

test("a row says who, when, how far, where they are and whether they go on, and leads to the story", () => {
  renderWithWords(
    <RollList entries={[entry, { ...entry, slug: "due", name: "Due", standing: "closed" }]} />,
  );
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toBe("2024UnoHa vinto la callAcqua17 comuniva avanti");
  expect(second?.textContent).toMatch(/ha chiuso$/);
  const link = within(second as HTMLElement).getByRole("link", { name: "Due" });
  expect(link.getAttribute("href")).toBe("/storie/due");
});

test("what an English page shows of an Italian story is marked as Italian", () => {
  renderWithWords(<RollList entries={[entry]} />, "en");
  expect(screen.getByText("17 comuni").getAttribute("lang")).toBe("it");
  expect(screen.getByText("Won the call").getAttribute("lang")).toBeNull();
});
