import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Summary } from "@/lib/content/content";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { LessonFacts } from "./lesson-facts";

const lesson = (meta: Record<string, string>) =>
  ({ locale: "it", author: "Tecla Morgante", tags: [], meta }) as unknown as Summary;

describe.each(["it", "en"] as const)("the facts of a lesson (%s)", (language) => {
  const { open, workshop, category } = MESSAGES[language].academy;

  test("a lesson at a learning provider links to it and names its site", () => {
    const meta = { link: "https://learning.test/a", kind: "workshop", duration: "35 minuti" };
    renderWithWords(<LessonFacts lesson={lesson(meta)} author={undefined} />, language);
    expect(screen.getByRole("link", { name: open }).getAttribute("href")).toBe(meta.link);
    expect(screen.getByText(/learning\.test/)).toBeDefined();
    expect(screen.getByText(workshop)).toBeDefined();
    expect(screen.getByText("35 minuti")).toBeDefined();
    expect(screen.getByText(category.other)).toBeDefined();
  });

  test("a lesson without a link has no button", () => {
    const meta = { category: "business_plan" };
    renderWithWords(<LessonFacts lesson={lesson(meta)} author={undefined} />, language);
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getByText(category.business_plan)).toBeDefined();
  });
});
