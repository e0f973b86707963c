import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { inLanguages } from "@/tests/support/in-languages";
import { renderWithWords } from "@/tests/support/render";
import { Stages } from "./stages";

const RULED = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-09-30T22:00:00.000Z",
};
const DATED = {
  ...RULED,
  evaluationOpensAt: "2026-10-07T22:00:00.000Z",
  evaluationClosesAt: "2026-12-11T23:00:00.000Z",
  awardedAt: "2027-01-15T23:00:00.000Z",
};
const moments = () =>
  screen.getAllByRole("listitem").map((row) => row.querySelector("strong")?.textContent);

test.each([
  [
    "it",
    [
      "Subito.",
      "Dall’8 ottobre.",
      "Entro l’11 dicembre.",
      "Dopo l’11 dicembre.",
      "Il 16 gennaio 2027.",
    ],
  ],
  [
    "en",
    ["At once.", "From 8 October.", "By 11 December.", "After 11 December.", "On 16 January 2027."],
  ],
] as const)("each stage shows its own day (%s)", (language, said) => {
  renderWithWords(<Stages edition={DATED} />, language);
  expect(moments().map((words) => words?.replaceAll("\u00a0", " "))).toEqual(said);
});

test.each([
  ["it", /^(?:Subito|All’inizio della|Entro la fine della|A valutazione|Con l’annuncio)/],
  ["en", /^(?:At once|As evaluation|By the end|Once evaluation|When the winners)/],
] as const)(
  "a stage without a known day shows its position in the calendar (%s)",
  (language, said) => {
    renderWithWords(<Stages edition={RULED} />, language);
    expect(new Set(moments()).size).toBe(5);
    for (const words of moments()) expect(words).toMatch(said);
  },
);

test("a public round stands before the stage that it decides, which follows its days", () => {
  const round = {
    ...{ number: 2, stage: "semifinalist" as const },
    ...{ names: inLanguages("Seconda lettura", "Second reading") },
    ...{ opens: "2026-12-13T23:00:00.000Z", closes: "2026-12-20T23:00:00.000Z" },
  };
  renderWithWords(<Stages edition={{ ...DATED, rounds: [round] }} />, "en");
  expect(
    moments()
      .slice(1, 4)
      .map((words) => words?.replaceAll("\u00a0", " ")),
  ).toEqual(["From 8 October.", "14 December – 20 December.", "By 20 December."]);
  expect(screen.getByText("Second reading")).toBeTruthy();
});
