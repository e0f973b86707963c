import { expect, test } from "vitest";
import { editionEntries } from "./editions";

const story = (slug: string, edition?: string) => ({
  slug,
  title: slug,
  locale: "it",
  meta: edition ? { edition } : ({} as Record<string, string>),
});

test("every past, current or story year is listed once, oldest first, with its stories", () => {
  const entries = editionEntries([2024], 2026, [
    story("b", "2023"),
    story("a", "2024"),
    story("x"),
  ]);
  expect(entries.map(({ year, current, stories }) => [year, current, stories.length])).toEqual([
    [2023, false, 1],
    [2024, false, 1],
    [2026, true, 0],
  ]);
});
