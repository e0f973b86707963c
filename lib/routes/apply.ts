import type { Language } from "@/contract/languages";
import { pathFor } from "./path";
import { withNext } from "./safe-next";

/**
 * Returns the path for links to the call. Before the call opens, it is the path of the registration page; afterwards,
 * it is the path of "apply" links.
 */
export function callPath(locale: Language, isEarly: boolean): string {
  return isEarly ? pathFor({ locale, path: "/registration" }) : applyPath(locale);
}

/**
 * Returns the path for "apply" links on public pages. Most visitors have no account yet, so the path leads to the
 * registration page, which then opens the application. The guard (guard.ts) sends signed-in users directly to the
 * application.
 */
export function applyPath(locale: Language): string {
  const next = pathFor({ locale, path: "/dashboard/project" });
  return withNext(pathFor({ locale, path: "/registration" }), next);
}
