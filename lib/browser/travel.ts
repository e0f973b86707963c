import { isAsked } from "./intent";

/*
 * The ring travels: the mark of the link that was followed lands as the first ring of the next page, on
 * a parabola, a card's cover as the cover of its page, and the field of colour grows from the step one
 * stood on (globals.css draws them). Without the browser's view transitions, with reduced motion, or
 * when the next page was not asked for ahead, pages simply change.
 */

/** The page stands still while it waits for the next one: no longer than this, ms. */
const PATIENCE = 250;

/** Where each lands: the first of them in sight. */
const LANDING: Record<string, string> = {
  ring: 'main [data-ring="ring"]',
  cover: 'main [data-ring="cover"]',
  field: "main [data-flood]",
};

let named: HTMLElement[] = [];
let arrive: (() => void) | undefined;
let isOnItsWay = false;

/**
 * Lets the ring leap when a link is followed. The click waits until the browser has a picture of the page as it is, a frame or two:
 * a navigation cannot be told to.
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
  // Skipped, because it took long or another began: nothing to be told.
  transition.ready.catch(() => {});
  transition.updateCallbackDone.then(() => clearTimeout(late));
  transition.finished.then(forget);
}

/** To a page that is there already, for who likes movement, in a browser that can. */
function canTravel({ pathname, target }: HTMLAnchorElement): boolean {
  return (
    !target &&
    isAsked(pathname) &&
    pathname !== window.location.pathname &&
    "startViewTransition" in document &&
    !window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/** The next page is there, not painted yet: says where the ring lands. */
export function land(): void {
  if (!arrive) return;
  const names = named.map(({ style }) => style.viewTransitionName);
  forget();
  for (const name of names) give(seen(LANDING[name] ?? ""), name);
  arrive();
  arrive = undefined;
}

/** The ring in a link, or else beside it in the same piece of the page. */
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
