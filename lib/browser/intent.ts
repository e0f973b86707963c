import { isPersonal } from "../routes/guard";
import { needsFullLoad } from "../routes/lookup";
import { PAGES } from "../routes/pages";
import { isBelow, placeOf } from "../routes/path";

/** Milliseconds for which the pointer must stay on a link before the link's page is prefetched. */
const DWELL = 65;

const asked = new Set<string>();

/** Reports whether the prefetch of a page was requested. */
export function isAsked(pathname: string): boolean {
  return asked.has(pathname);
}

/**
 * Prefetches a public page when the user points to, touches, or focuses its link. Never prefetches if the browser's
 * data-saving mode is on.
 *
 * @param prefetch the router's prefetch function
 * @returns a function that stops the prefetching
 */
export function watchIntent(prefetch: (path: string) => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function ask({ type, target }: Event) {
    clearTimeout(waiting);
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>("a[href^='/']") : null;
    if (!link || link.search || link.target || link.hasAttribute("download") || savesData()) return;
    const { pathname } = link;
    if (!isPublic(pathname) || asked.has(pathname) || pathname === window.location.pathname) return;
    const now = () => {
      asked.add(pathname);
      prefetch(pathname);
    };
    if (type === "pointerover") waiting = setTimeout(now, DWELL);
    else now();
  }

  const events = ["pointerover", "focusin", "touchstart"];
  for (const event of events) document.addEventListener(event, ask, { passive: true });
  return () => {
    clearTimeout(waiting);
    for (const event of events) document.removeEventListener(event, ask);
  };
}

/**
 * Reports whether a path leads to a public page that opens without a full page load. Paths of files are excluded: they
 * contain a dot, or more segments than any page.
 */
function isPublic(pathname: string): boolean {
  const { path } = placeOf(pathname);
  const isFile = path.includes(".") || path.split("/").length > 3;
  if (isFile || isPersonal(path) || needsFullLoad(path)) return false;
  return PAGES.some((page) => isBelow(path, page.path));
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
