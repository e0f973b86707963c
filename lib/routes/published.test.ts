import { expect, test, vi } from "vitest";
import { perLanguage } from "@/contract/languages";
import { lookAgain, mayBePublished, publish, renamedTo } from "./published";

const it = (path: string) => ({ locale: "it", path }) as const;
const never = vi.fn(async () => {});

test("every path can be a page before the content is read", () => {
  expect(mayBePublished(it("/magazine/mai-scritto"))).toBe(true);
});

test("an unknown item does not exist and triggers a refresh of all lists, at most every 15 s", async () => {
  const paths = { ...perLanguage(() => new Set<string>()), it: new Set(["/evento/due-rive"]) };
  const refresh = vi.fn(async () => {
    publish({ ...known, paths: { ...paths, it: new Set(["/evento/due-rive", "/evento/nuovo"]) } });
  });
  const known = {
    ...{ paths, aliases: perLanguage(() => new Map()), at: 100_000, refresh },
    refreshFor: never,
  };
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

test("soon after a refresh, an unknown item alone is looked for, and few invented items are", async () => {
  const refresh = vi.fn(async () => {});
  const paths = perLanguage(() => new Set(["/evento/due-rive"]));
  const refreshFor = vi.fn(async () => paths.it.add("/evento/nuovo") && undefined);
  publish({ paths, aliases: perLanguage(() => new Map()), at: 600_000, refresh, refreshFor });
  await lookAgain(it("/evento/due-rive"), 601_000);
  expect(refreshFor).not.toHaveBeenCalled();
  await lookAgain(it("/evento/nuovo"), 601_000);
  expect(mayBePublished(it("/evento/nuovo"))).toBe(true);
  for (let count = 0; count < 100; count++) await lookAgain(it(`/evento/no-${count}`), 602_000);
  expect(refreshFor).toHaveBeenCalledTimes(10);
  await lookAgain(it("/evento/no"), 607_000);
  expect(refreshFor).toHaveBeenCalledTimes(11);
  expect(refresh).not.toHaveBeenCalled();
});

test("a former path leads to the item's current one, without a refresh, and a current path to itself", async () => {
  const refresh = vi.fn();
  const aliases = new Map([
    ["/evento/prima", "/evento/dopo"],
    ["/evento/%D0%BD", "/evento/dopo"],
    ["/evento/altro", "/evento/dopo"],
  ]);
  const paths = perLanguage(() => new Set(["/evento/dopo", "/evento/altro"]));
  publish({
    ...{ paths, aliases: { ...perLanguage(() => new Map()), it: aliases }, at: 0, refresh },
    refreshFor: never,
  });
  expect(renamedTo(it("/evento/prima"))).toBe("/evento/dopo");
  expect(renamedTo(it("/evento/prima/calendar"))).toBe("/evento/dopo/calendar");
  expect(renamedTo(it("/evento/н"))).toBe("/evento/dopo");
  for (const path of ["/evento/altro", "/evento/mai", "/corso"])
    expect(renamedTo(it(path))).toBeNull();
  expect(renamedTo({ locale: "en", path: "/evento/prima" })).toBeNull();
  await lookAgain(it("/evento/prima"));
  expect(refresh).not.toHaveBeenCalled();
});
