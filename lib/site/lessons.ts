import { CATEGORIES } from "@/contract/content/fields";

export type Category = (typeof CATEGORIES)[number];

export type LessonGroup<L> = { category: Category | "other"; lessons: (L & { number: number })[] };

/**
 * Groups lessons by category, oldest first by the editor's date, numbered continuously from 1. Lessons without a known
 * category come last. Empty groups are omitted.
 */
export function lessonGroups<L extends { publishedAt: string; meta: Record<string, string> }>(
  lessons: readonly L[],
): LessonGroup<L>[] {
  const inOrder = [...lessons].sort((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1));
  const known = new Set<string | undefined>(CATEGORIES);
  let number = 0;
  return [...CATEGORIES, "other" as const]
    .map((category) => ({
      category,
      lessons: inOrder
        .filter(({ meta }) => (known.has(meta.category) ? meta.category : "other") === category)
        .map((lesson) => {
          number += 1;
          return { ...lesson, number };
        }),
    }))
    .filter((group) => group.lessons.length > 0);
}
