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

/** The outside address an old path moved to, with the query it came with; null for all others. */
export function movedTo(pathname: string, search: string): string | null {
  const target = EXTERNAL[pathname.replace(/(?<=.)\/$/, "")];
  if (target === undefined) return null;
  const url = new URL(target);
  for (const [name, value] of new URLSearchParams(search)) url.searchParams.append(name, value);
  return url.href;
}
