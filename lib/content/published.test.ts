import { beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { PAGED_TYPES } from "../routes/items";
import { mayBePublished } from "../routes/published";
import { fetchSummaries } from "./content";
import { keepPublished, refreshPublished } from "./published";

const slugs = vi.hoisted(() => ({ now: "prima" }));

vi.mock("./content", () => ({
  CONTENT_REVALIDATE: 300,
  fetchSummaries: vi.fn(async () => [
    { slug: slugs.now, tags: [], meta: {}, publishedAt: "2026-01-01" },
  ]),
}));

beforeEach(() => void vi.mocked(fetchSummaries).mockClear());

test("a start reads every type once in each language, and a change of one type reads only that type", async () => {
  await refreshPublished(["events"]);
  expect(fetchSummaries).toHaveBeenCalledTimes(PAGED_TYPES.length * LANGUAGES.length);
  vi.mocked(fetchSummaries).mockClear();
  slugs.now = "dopo";
  await refreshPublished(["events"]);
  const asked = vi.mocked(fetchSummaries).mock.calls.map(([type]) => type);
  expect(asked).toEqual(LANGUAGES.map(() => "events"));
  const isThere = (path: string) => mayBePublished({ locale: "it", path });
  expect(["/evento/dopo", "/evento/prima", "/storie/prima"].map(isThere)).toEqual([
    true,
    false,
    true,
  ]);
  expect(isThere("/evento/online"), "the list of online events").toBe(true);
  await refreshPublished();
  expect(isThere("/storie/dopo")).toBe(true);
});

test("a start also reads the people, so that the first preview finds its author", async () => {
  await keepPublished();
  const people = vi.mocked(fetchSummaries).mock.calls.filter(([type]) => type === "people");
  expect(people.map(([, locale]) => locale)).toEqual(LANGUAGES);
});
