import { SEEING_HINT } from "@/contract/users/seeing-hint";
import { readableCookies } from "@/lib/browser/unsaved-text";
import { isBelow, placeOf } from "@/lib/routes/path";
import { STAFF_AREA } from "@/lib/routes/staff-area";

/** As whom this document was drawn: somebody else, or whoever sits here. */
let drawn: boolean | undefined;
/** When the look runs out, by the clock that no one sets. */
let ends: number | undefined;

/**
 * Draws the page anew as soon as it shows somebody else's area while nobody looks any more, or one's own while somebody does: a
 * look that began or stopped in another tab, a link out of the staff area, the end of its time. Until then nothing
 * can be pressed, so that nothing lands in the wrong account.
 *
 * @returns a function that stops watching
 */
export function watchLook(
  pathname: string,
  left: number | null,
  draw: () => void = () => window.location.reload(),
): () => void {
  const now = isLook(pathname);
  drawn ??= now;
  if (left !== null) ends ??= performance.now() + left;
  const check = () => {
    const isOver = ends !== undefined && performance.now() >= ends;
    if (isLook(pathname) === drawn && !(drawn && isOver)) return;
    document.documentElement.inert = true;
    draw();
  };
  const timer = setTimeout(check, ends === undefined ? 0 : Math.max(0, ends - performance.now()));
  window.addEventListener("focus", check);
  window.addEventListener("pageshow", check);
  document.addEventListener("visibilitychange", check);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("focus", check);
    window.removeEventListener("pageshow", check);
    document.removeEventListener("visibilitychange", check);
  };
}

/** Whether a page is shown as somebody else sees it, by the cookie that says so. */
function isLook(pathname: string): boolean {
  const isSeeing = readableCookies().split("; ").includes(`${SEEING_HINT}=1`);
  return isSeeing && !isBelow(placeOf(pathname).path, STAFF_AREA);
}
