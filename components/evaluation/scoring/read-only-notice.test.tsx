import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { renderWithWords } from "@/tests/support/render";
import { isReadOnly } from "../evaluation-state";
import { ReadOnlyNotice } from "./read-only-notice";

const TIMES = {
  scoring: "not_yet",
  evaluationOpensAt: "2026-12-31T23:00:00.000Z",
  evaluationDeadlineAt: "2027-03-02T23:00:00.000Z",
  closed: false,
  closed_at: null,
} as const;

test.each([
  ["before it opens", {}, "La valutazione si apre il 1º gennaio 2027"],
  ["after its end", { scoring: "over" }, "La valutazione è finita alle 24:00 del 2 marzo 2027"],
  [
    "closed by the person",
    { scoring: "open", closed: true, closed_at: "2027-01-20T10:00:00.000Z" },
    "Valutazione chiusa",
  ],
] as const)("a read-only form shows the reason: %s", (_, change, words) => {
  const project = { ...TIMES, ...change } as unknown as ProjectForEvaluation;
  expect(isReadOnly(project)).toBe(true);
  renderWithWords(<ReadOnlyNotice project={project} />, "it");
  expect(screen.getByText(new RegExp(words))).toBeDefined();
});

test("an open evaluation shows no read-only notice", () => {
  expect(isReadOnly({ closed: false, scoring: "open" })).toBe(false);
});
