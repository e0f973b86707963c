import type { Language } from "@/contract/languages";
import { pathFor } from "./path";
import { withNext } from "./safe-next";

/** Where the call itself leads: before it opens to opening an account, then to applying. */
export function callPath(locale: Language, isEarly: boolean): string {
  return isEarly ? pathFor({ locale, path: "/registration" }) : applyPath(locale);
}

/**
 * Where "apply" leads from a public page: most who press it have no account yet, so to opening one, and then
 * on to the application. Whoever is signed in goes there at once (guard.ts).
 */
export function applyPath(locale: Language): string {
  const next = pathFor({ locale, path: "/dashboard/project" });
  return withNext(pathFor({ locale, path: "/registration" }), next);
}
