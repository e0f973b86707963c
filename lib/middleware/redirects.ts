import { LANGUAGES, type Language } from "@/contract/languages";
import { config } from "../config";
import { isBelow, pathFor, placeOf } from "../routes/path";
import { STAFF_AREA } from "../routes/staff-area";

const { worklifeTalk, workshop, workshopGovernance, workshopFinancing, mainSite, turkishSite } =
  config.elsewhere;

/** Old URLs that live elsewhere now (rule site.redirects), each without a trailing slash. */
const EXTERNAL: Record<string, string> = {
  ...inEach("/worklife-talk", worklifeTalk),
  ...inEach("/workshop", workshop),
  ...inEach("/workshop-governance", workshopGovernance),
  "/en/workshop-finanziamento": workshopFinancing,
  "/it": `${mainSite}/`,
  "/it/cookie-policy": `${mainSite}/cookie-policy`,
  "/tr": `${turkishSite}/`,
};

/** An old address in every language. */
function inEach(path: string, targets: Record<Language, string>): Record<string, string> {
  return Object.fromEntries(
    LANGUAGES.map((locale) => [pathFor({ locale, path }), targets[locale]]),
  );
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, "");

/** Whether a configured target is itself one of the old addresses: following it would never end. */
function leadsBack({ origin, pathname }: URL): boolean {
  return (
    origin === new URL(config.siteUrl).origin && Object.hasOwn(EXTERNAL, withoutSlash(pathname))
  );
}

/** The staff area as people type it: the guard then decides who comes in. */
const TYPED_AREA = STAFF_AREA.replace("/dashboard", "");

/** The page of the staff area that an address without `/dashboard` means, with its query; null for all others. */
export function staffPageOf(pathname: string, search: string): string | null {
  const { locale, path } = placeOf(pathname);
  if (!isBelow(path, TYPED_AREA)) return null;
  return pathFor({ locale, path: STAFF_AREA + path.slice(TYPED_AREA.length) }) + search;
}

/** The outside address an old path moved to, with the query it came with; null for all others. */
export function movedTo(pathname: string, search: string): string | null {
  const path = withoutSlash(pathname);
  const target = Object.hasOwn(EXTERNAL, path) ? EXTERNAL[path] : undefined;
  if (target === undefined) return null;
  const url = new URL(target);
  if (leadsBack(url)) return null;
  for (const [name, value] of new URLSearchParams(search)) url.searchParams.append(name, value);
  return url.href;
}
