import { IMPERSONATION_HINT } from "@/contract/users/impersonation-hint";
import { readableCookies } from "@/lib/browser/unsaved-text";
import { isBelow, placeOf } from "@/lib/routes/path";
import { STAFF_AREA } from "@/lib/routes/staff-area";

/** Whether the server rendered this page during an impersonation. */
let drawn: boolean | undefined;
/** Time at which the impersonation expires, by the browser's monotonic clock (`performance.now`). */
let ends: number | undefined;

/**
 * Reloads the page when the impersonation starts or ends in another tab, when it expires, or when a link leads from the
 * control room to an applicant's page. Makes the page inert until the reload, so that no input reaches the wrong
 * account.
 *
 * @returns a function that stops watching
 */
export function watchImpersonation(
  pathname: string,
  left: number | null,
  draw: () => void = () => window.location.reload(),
): () => void {
  const now = isImpersonation(pathname);
  drawn ??= now;
  if (left !== null) ends ??= performance.now() + left;
  const check = () => {
    const isOver = ends !== undefined && performance.now() >= ends;
    if (isImpersonation(pathname) === drawn && !(drawn && isOver)) return;
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

/**
 * Reports whether the hint cookie shows that a page belongs to an impersonation. Pages of the control room never do.
 */
function isImpersonation(pathname: string): boolean {
  const isSeeing = readableCookies().split("; ").includes(`${IMPERSONATION_HINT}=1`);
  return isSeeing && !isBelow(placeOf(pathname).path, STAFF_AREA);
}
