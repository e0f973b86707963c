import type { Language } from "@/contract/languages";
import { pathFor } from "./path";
import { withNext } from "./safe-next";

/** Returns the target of the call's link: the registration before the call opens, the application after that. */
export function callPath(locale: Language, isEarly: boolean): string {
  return isEarly ? pathFor({ locale, path: "/registration" }) : applyPath(locale);
}

/**
 * Returns the target of "apply" on public pages: the registration, followed by the application, because most visitors who
 * click it have no account. The guard (guard.ts) sends signed-in users directly to the application.
 */
export function applyPath(locale: Language): string {
  const next = pathFor({ locale, path: "/dashboard/project" });
  return withNext(pathFor({ locale, path: "/registration" }), next);
}
