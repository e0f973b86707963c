import { expect, test } from "vitest";
import { lessonGroups, minutesOf } from "./lessons";

const lesson = (slug: string, publishedAt: string, category?: string) => ({
  slug,
  publishedAt,
  meta: category ? { category } : ({} as Record<string, string>),
});

test("lessons are numbered continuously across categories, oldest first", () => {
  const groups = lessonGroups([
    lesson("c", "2026-01-03", "business_plan"),
    lesson("b", "2026-01-02", "entrepreneurial_culture"),
    lesson("a", "2026-01-01", "entrepreneurial_culture"),
  ]);
  expect(
    groups.map(({ category, lessons }) => [
      category,
      lessons.map(({ slug, number }) => `${number} ${slug}`),
    ]),
  ).toEqual([
    ["entrepreneurial_culture", ["1 a", "2 b"]],
    ["business_plan", ["3 c"]],
  ]);
});

test("a lesson without a known category is shown last, not lost", () => {
  const groups = lessonGroups([
    lesson("x", "2026-01-01", "cooking"),
    lesson("y", "2026-01-02"),
    lesson("a", "2026-01-03", "business_plan"),
  ]);
  expect(groups.map(({ category }) => category)).toEqual(["business_plan", "other"]);
  expect(groups[1]?.lessons.map(({ number }) => number)).toEqual([2, 3]);
});

test("the minutes of a lesson are read in both languages, and not from another text", () => {
  const of = (duration?: string) => minutesOf({ meta: duration ? { duration } : {} });
  expect([of("90 minuti"), of("45 minutes"), of("6 ore"), of()]).toEqual([90, 45, null, null]);
});
