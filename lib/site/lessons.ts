import { CATEGORIES } from "@/contract/content/fields";

export type Category = (typeof CATEGORIES)[number];

type Lesson = { publishedAt: string; meta: Record<string, string> };

/** Returns a lesson's category, or "other" if it has no known category. */
export function categoryOf({ meta }: Pick<Lesson, "meta">): Category | "other" {
  return CATEGORIES.find((category) => category === meta.category) ?? "other";
}

/** Returns the minutes that a lesson takes, read from a text such as "90 minutes"; null for another text. */
export function minutesOf({ meta }: Pick<Lesson, "meta">): number | null {
  const [minutes] = /^\d+(?=\s*min)/.exec(meta.duration ?? "") ?? [];
  return minutes ? Number(minutes) : null;
}

export type LessonGroup<L> = { category: Category | "other"; lessons: (L & { number: number })[] };

/**
 * Groups lessons by category. In each group, the lesson with the oldest publication date, which the editor sets, comes
 * first. Lesson numbers start at 1 and continue across groups. Lessons without a known category come last; empty groups
 * are omitted.
 */
export function lessonGroups<L extends Lesson>(lessons: readonly L[]): LessonGroup<L>[] {
  const inOrder = [...lessons].sort((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1));
  let number = 0;
  return [...CATEGORIES, "other" as const]
    .map((category) => ({
      category,
      lessons: inOrder
        .filter((lesson) => categoryOf(lesson) === category)
        .map((lesson) => {
          number += 1;
          return { ...lesson, number };
        }),
    }))
    .filter((group) => group.lessons.length > 0);
}
