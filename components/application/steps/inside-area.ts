import { LANGUAGES } from "@/contract/languages";

/** Reports whether a URL is a page of the applicant's area, where text and uploads survive navigation. */
export function isInsideArea(url: URL): boolean {
  if (url.origin !== window.location.origin) return false;
  const prefix = LANGUAGES.find((locale) => url.pathname.startsWith(`/${locale}/`));
  const here = LANGUAGES.find((locale) => window.location.pathname.startsWith(`/${locale}/`));
  // Another locale is another document, so it leaves the area like a full page load.
  if (prefix !== here) return false;
  const path = prefix ? url.pathname.slice(prefix.length + 1) : url.pathname;
  return path === "/dashboard" || path.startsWith("/dashboard/project");
}
