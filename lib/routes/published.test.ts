import { expect, test, vi } from "vitest";
import { perLanguage } from "@/contract/languages";
import { lookAgain, mayBePublished, publish } from "./published";

const it = (path: string) => ({ locale: "it", path }) as const;

test("every path can be a page before the content is read", () => {
  expect(mayBePublished(it("/magazine/mai-scritto"))).toBe(true);
});

test("an unknown item does not exist and triggers a refresh, at most every 15 s", async () => {
  const paths = { ...perLanguage(() => new Set<string>()), it: new Set(["/evento/due-rive"]) };
  const refresh = vi.fn(async () => {
    publish({ ...known, paths: { ...paths, it: new Set(["/evento/due-rive", "/evento/nuovo"]) } });
  });
  const known = { paths, at: 100_000, refresh };
  publish(known);
  expect(mayBePublished(it("/evento/due-rive/calendar"))).toBe(true);
  expect(mayBePublished(it("/evento"))).toBe(true);
  expect(mayBePublished({ locale: "en", path: "/evento/due-rive" })).toBe(false);
  expect(mayBePublished(it("/evento/nuovo"))).toBe(false);
  await lookAgain(it("/evento/due-rive"), 200_000);
  await lookAgain(it("/evento/nuovo"), 110_000);
  expect(refresh).not.toHaveBeenCalled();
  await lookAgain(it("/evento/nuovo"), 200_000);
  expect(refresh).toHaveBeenCalledOnce();
  expect(mayBePublished(it("/evento/nuovo"))).toBe(true);
});
