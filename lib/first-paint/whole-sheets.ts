/** A sheet that a finished page was made not to wait for (lib/critical-css.cjs). */
const WAITING = 'link[rel="stylesheet"][media="not all"]';

function apply() {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>(WAITING)) sheet.media = "all";
}

/** Lets the page's sheets count: until scripts run, its critical CSS is all it can need. */
export function applyWholeSheets(): void {
  apply();
  // A script that is faster than the rest of the page.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", apply);
}
