/** A stylesheet that a prerendered page does not wait for (lib/first-paint/critical-css.ts). */
const WAITING = 'link[rel="stylesheet"][media="not all"]:not([data-whole])';

function apply() {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>(WAITING)) sheet.media = "all";
}

/** Activates the page's stylesheets: until scripts run, its critical CSS is all it can need. */
export function applyWholeSheets(): void {
  apply();
  // The script may run before the rest of the page is parsed.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", apply);
}
