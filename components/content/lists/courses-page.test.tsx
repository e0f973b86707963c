import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Summary } from "@/lib/content/content";
import { renderWithWords } from "@/tests/support/render";
import { CoursesPage } from "./courses-page";

vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));

const course = (title: string, starts_at: string) =>
  ({
    ...{ type: "courses", slug: title, title, locale: "it", excerpt: "", image: null, tags: [] },
    ...{ publishedAt: "2026-01-01T00:00:00Z", meta: { starts_at, cover: "balzi" } },
  }) as unknown as Summary;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-01-15") }));
afterEach(() => void vi.useRealTimers());

test.each(["it", "en"] as const)(
  "courses are sorted by date: future first, then undated, then started courses (%s)",
  (language) => {
    const courses = [
      course("february", "2027-02-11T17:00"),
      course("last-autumn", "2026-10-01T18:30"),
      course("undated", ""),
      course("january", "2027-01-18T13:00"),
      course("last-week", "2027-01-12T18:30"),
      course("early-february", "2027-02-03T18:30"),
    ];
    renderWithWords(<CoursesPage courses={courses} />, language);
    const names = new Set(courses.map(({ title }) => title));
    expect(
      screen
        .getAllByRole("heading", { level: 2 })
        .map(({ textContent }) => textContent ?? "")
        .filter((title) => names.has(title)),
    ).toEqual(["january", "early-february", "february", "undated", "last-week", "last-autumn"]);
  },
);
