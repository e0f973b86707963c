import { isAsked } from "./intent";

/*
 * View transitions between pages. The ring (a decorative circle) of the clicked link moves to the first ring of the
 * next page. A card's cover picture moves to the page's cover, and a page's coloured area is revealed (see
 * globals.css). Without browser support, with reduced motion, or without a prefetched page, there is no transition.
 */

/** Maximum milliseconds that a view transition waits for the next page. After this time, the transition is skipped. */
const PATIENCE = 250;

/**
 * Selectors of the elements on the next page in which a view transition ends: ring (a decorative circle), cover, or
 * coloured area. The first visible match is used.
 */
const LANDING: Record<string, string> = {
  ring: 'main [data-ring="ring"]',
  cover: 'main [data-ring="cover"]',
  field: "main [data-flood]",
};

let named: HTMLElement[] = [];
let arrive: (() => void) | undefined;
let isOnItsWay = false;

/**
 * Starts a view transition when the user follows a link. The click is delayed for one or two frames until the browser
 * has captured the current page, because a navigation itself cannot be delayed.
 */
export function watchJourneys(): void {
  document.addEventListener("click", setOut, { capture: true });
}

function setOut(event: MouseEvent) {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (isOnItsWay || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href^='/']") : null;
  const mark = link && canTravel(link) && markOf(link);
  if (!mark) return;
  event.preventDefault();
  event.stopPropagation();
  forget();
  give(mark, mark.getAttribute("data-ring") === "cover" ? "cover" : "ring");
  give(link.closest("li[data-section], dialog[data-section]"), "field");
  let late: ReturnType<typeof setTimeout>;
  const transition = document.startViewTransition(() => {
    late = setTimeout(() => transition.skipTransition(), PATIENCE);
    return new Promise<void>((resolve) => {
      arrive = resolve;
      isOnItsWay = true;
      link.click();
      isOnItsWay = false;
    });
  });
  // Ignore the error of a skipped transition. The browser skipped the transition because the next page took too long,
  // or because another transition began.
  transition.ready.catch(() => {});
  transition.updateCallbackDone.then(() => clearTimeout(late));
  transition.finished.then(forget);
}

/**
 * Reports whether a view transition can run: the link leads to a prefetched page, the user allows motion, and the
 * browser supports transitions.
 */
function canTravel({ pathname, target }: HTMLAnchorElement): boolean {
  return (
    !target &&
    isAsked(pathname) &&
    pathname !== window.location.pathname &&
    "startViewTransition" in document &&
    !window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/**
 * Marks the elements to which the view transition moves. Call this function when the next page is in the document but
 * not painted yet.
 */
export function land(): void {
  if (!arrive) return;
  const names = named.map(({ style }) => style.viewTransitionName);
  forget();
  for (const name of names) give(seen(LANDING[name] ?? ""), name);
  arrive();
  arrive = undefined;
}

/** Returns the ring (a decoration) in a link, or the ring nearest to the link. */
function markOf(link: Element): Element | undefined {
  const piece = link.closest(":has([data-ring])");
  if (!piece || piece.matches("main, body, html")) return;
  return seen("[data-ring]", piece);
}

function seen(selector: string, within: ParentNode = document): Element | undefined {
  return [...within.querySelectorAll(selector)].find((element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < window.innerHeight;
  });
}

function give(element: Element | null | undefined, name: string): void {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
  element.style.viewTransitionName = name;
  named.push(element as HTMLElement);
}

function forget(): void {
  for (const { style } of named) style.viewTransitionName = "";
  named = [];
}
