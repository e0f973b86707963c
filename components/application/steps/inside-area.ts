import { LANGUAGES } from "@/contract/languages";

/** A page of the applicant's area: text and uploads go on there. */
export function isInsideArea(url: URL): boolean {
  if (url.origin !== window.location.origin) return false;
  const prefix = LANGUAGES.find((locale) => url.pathname.startsWith(`/${locale}/`));
  const here = LANGUAGES.find((locale) => window.location.pathname.startsWith(`/${locale}/`));
  // Another language is another document: it leaves the area like any full load.
  if (prefix !== here) return false;
  const path = prefix ? url.pathname.slice(prefix.length + 1) : url.pathname;
  return path === "/dashboard" || path.startsWith("/dashboard/project");
}
