import { screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Summary } from "@/lib/content/content";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { CourseFacts } from "./course-facts";

const COURSE = {
  locale: "it",
  author: "Giuditta Serravalle",
  tags: [],
  meta: { starts_at: "2027-02-03T18:30", places: "16", link: "https://example.org/corso" },
} as unknown as Summary;

afterEach(() => vi.useRealTimers());

describe.each(["it", "en"] as const)("the facts of a course (%s)", (language) => {
  const { enrol, begun } = MESSAGES[language].courses;

  // The course starts at 18:30 in Rome, which is 17:30 in UTC.
  test.each([
    ["2027-02-03T17:29:59Z", true],
    ["2027-02-03T17:30:01Z", false],
  ])("at %s, enrolment is possible: %s", (now, isOpen) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
    renderWithWords(<CourseFacts course={COURSE} />, language);
    expect(screen.queryByRole("link", { name: enrol }) !== null).toBe(isOpen);
    expect(screen.queryByText(begun) !== null).toBe(!isOpen);
    expect(screen.getByText(/18:30/)).toBeDefined();
  });
});
