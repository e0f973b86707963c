import type { Language } from "@/contract/languages";
import { pathFor } from "./path";
import { withNext } from "./safe-next";

/**
 * Returns the path for links to the call. Before the call opens, the path leads to the registration; afterwards, it is
 * the path of "apply" links.
 */
export function callPath(locale: Language, isEarly: boolean): string {
  return isEarly ? pathFor({ locale, path: "/registration" }) : applyPath(locale);
}

/**
 * Returns the path for "apply" links on public pages: the registration page, which afterwards opens the application.
 * Most visitors have no account yet. The guard (guard.ts) sends signed-in users directly to the application.
 */
export function applyPath(locale: Language): string {
  const next = pathFor({ locale, path: "/dashboard/project" });
  return withNext(pathFor({ locale, path: "/registration" }), next);
}
