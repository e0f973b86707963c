import { isPersonal } from "../routes/guard";
import { needsFullLoad } from "../routes/lookup";
import { PAGES } from "../routes/pages";
import { isBelow, placeOf } from "../routes/path";

/** A pointer that stays this long on a link means it, ms. */
const DWELL = 65;

const asked = new Set<string>();

/** Whether a page was asked for ahead: it comes without a wait. */
export function isAsked(pathname: string): boolean {
  return asked.has(pathname);
}

/**
 * Asks for a page when somebody is about to open it: pointing at its link for a moment, touching it or
 * reaching it by keyboard. Public pages only; never for who saves data.
 *
 * @param prefetch the router's
 * @returns stops it
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
 * Whether it leads to a public page that is reached without a full load. Files have a dot in their name, or lie
 * deeper than any page.
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
