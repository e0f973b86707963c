import type { Language } from "@/contract/languages";
import { pathFor } from "./path";
import { withNext } from "./safe-next";

/** Returns the path for the link to the call: the registration before the call opens, the application afterwards. */
export function callPath(locale: Language, isEarly: boolean): string {
  return isEarly ? pathFor({ locale, path: "/registration" }) : applyPath(locale);
}

/**
 * Returns the path for "apply" links on public pages: the registration, and then the application, because most visitors
 * have no account. The guard (guard.ts) sends signed-in users directly to the application.
 */
export function applyPath(locale: Language): string {
  const next = pathFor({ locale, path: "/dashboard/project" });
  return withNext(pathFor({ locale, path: "/registration" }), next);
}
