import { config } from "../config";

const { worklifeTalk, workshop, workshopGovernance, workshopFinancing, mainSite, turkishSite } =
  config.elsewhere;

/** Old addresses that live elsewhere now (specification part 2), each without a final slash. */
const EXTERNAL: Record<string, string> = {
  "/worklife-talk": worklifeTalk.it,
  "/en/worklife-talk": worklifeTalk.en,
  "/workshop": workshop.it,
  "/en/workshop": workshop.en,
  "/workshop-governance": workshopGovernance.it,
  "/en/workshop-governance": workshopGovernance.en,
  "/en/workshop-finanziamento": workshopFinancing,
  "/it": `${mainSite}/`,
  "/it/cookie-policy": `${mainSite}/cookie-policy`,
  "/tr": `${turkishSite}/`,
};

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, "");

/** Whether a configured target is itself one of the old addresses: following it would never end. */
function leadsBack({ origin, pathname }: URL): boolean {
  return (
    origin === new URL(config.siteUrl).origin && Object.hasOwn(EXTERNAL, withoutSlash(pathname))
  );
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
