import { LANGUAGES, type Language } from "@/contract/languages";
import { config } from "../config";
import { isBelow, pathFor, placeOf } from "../routes/path";
import { STAFF_AREA } from "../routes/staff-area";

const { worklifeTalk, workshop, workshopGovernance, workshopFinancing, mainSite, turkishSite } =
  config.elsewhere;

/** Old paths that redirect to other sites, written without a trailing slash. Rule: site.redirects. */
const EXTERNAL: Record<string, string> = {
  ...inEach("/worklife-talk", worklifeTalk),
  ...inEach("/workshop", workshop),
  ...inEach("/workshop-governance", workshopGovernance),
  "/en/workshop-finanziamento": workshopFinancing,
  "/it": `${mainSite}/`,
  "/it/cookie-policy": `${mainSite}/cookie-policy`,
  "/tr": `${turkishSite}/`,
};

/** Returns an old path in each language with its redirect target in that language. */
function inEach(path: string, targets: Record<Language, string>): Record<string, string> {
  return Object.fromEntries(
    LANGUAGES.map((locale) => [pathFor({ locale, path }), targets[locale]]),
  );
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, "");

/** Reports whether a configured redirect target is one of the old paths, which would cause endless redirects. */
function leadsBack({ origin, pathname }: URL): boolean {
  return (
    origin === new URL(config.siteUrl).origin && Object.hasOwn(EXTERNAL, withoutSlash(pathname))
  );
}

/** Path of the control room without `/dashboard`, as users type it. After the redirect, the guard checks access. */
const TYPED_AREA = STAFF_AREA.replace("/dashboard", "");

/** Returns the path and query of the staff page for a path typed without `/dashboard`. Returns null for other paths. */
export function staffPageOf(pathname: string, search: string): string | null {
  const { locale, path } = placeOf(pathname);
  if (!isBelow(path, TYPED_AREA)) return null;
  return pathFor({ locale, path: STAFF_AREA + path.slice(TYPED_AREA.length) }) + search;
}

/** Returns the external URL to which an old path redirects, including the query. Returns null for other paths. */
export function movedTo(pathname: string, search: string): string | null {
  const path = withoutSlash(pathname);
  const target = Object.hasOwn(EXTERNAL, path) ? EXTERNAL[path] : undefined;
  if (target === undefined) return null;
  const url = new URL(target);
  if (leadsBack(url)) return null;
  for (const [name, value] of new URLSearchParams(search)) url.searchParams.append(name, value);
  return url.href;
}
