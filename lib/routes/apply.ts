import type { Language } from "@/contract/languages";
import { pathFor } from "./path";
import { withNext } from "./safe-next";

/**
 * Where "apply" leads from a public page: most who press it have no account yet, so to opening one, and then
 * on to the application. Whoever is signed in goes there at once (guard.ts).
 */
export function applyPath(locale: Language): string {
  const next = pathFor({ locale, path: "/dashboard/project" });
  return withNext(pathFor({ locale, path: "/registration" }), next);
}
