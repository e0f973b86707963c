import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchIntent } from "./intent";
import { land, watchJourneys } from "./travel";

/** Callback that the browser calls after capturing the old page for a view transition. */
let change: () => Promise<void>;
let isReduced: boolean;
const skipTransition = vi.fn();
const start = vi.fn((update: () => Promise<void>) => {
  change = update;
  const never = new Promise<void>(() => {});
  return { ready: never, updateCallbackDone: never, finished: never, skipTransition };
});

const HERE = `
  <main>
    <ol><li data-section="academy"><a href="/academy">Academy</a><i data-ring="ring"></i></li></ol>
    <article><svg data-ring="cover"></svg><a href="/storie/lumaca">Lumaca</a></article>
    <p><a href="/contatti">Contatti</a></p>
  </main>`;
const THERE = `
  <header><i data-ring="ring" id="not-this"></i></header>
  <main><div data-flood="" id="field"><i data-ring="ring" id="ring"></i></div><svg data-ring="cover" id="cover"></svg></main>`;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  isReduced = false;
  Object.assign(document, { startViewTransition: start });
  vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
  // jsdom has no layout, so every element gets a size that makes it visible.
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 10, 20, 20);
  document.body.innerHTML = HERE;
});

afterEach(() => {
  land();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

watchJourneys();
const stop = watchIntent(() => {});

/** Paths that links have navigated to. */
let opened: string[] = [];

function follow(href: string, { isPointedAt = true, ...keys }: Following = {}) {
  opened = [];
  const link = document.querySelector(`a[href="${href}"]`);
  if (isPointedAt) link?.dispatchEvent(new Event("focusin", { bubbles: true }));
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    opened.push(href);
  });
  link?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));
}

type Following = MouseEventInit & { isPointedAt?: boolean };

const nameOf = (selector: string) =>
  document.querySelector<HTMLElement>(selector)?.style.viewTransitionName;

describe("view transitions", () => {
  test("a page that was not prefetched opens without a transition", () => {
    follow("/academy", { isPointedAt: false });
    expect(start).not.toHaveBeenCalled();
    expect(opened).toEqual(["/academy"]);
  });

  test("a step's ring moves to the page's first ring, and its color field to the page's field", async () => {
    follow("/academy");
    expect([nameOf("li i"), nameOf("li")]).toEqual(["ring", "field"]);
    expect(opened).toEqual([]);
    const changed = change();
    expect(opened).toEqual(["/academy"]);
    document.body.innerHTML = THERE;
    land();
    await changed;
    expect([nameOf("#ring"), nameOf("#field")]).toEqual(["ring", "field"]);
    expect([nameOf("#not-this"), nameOf("#cover")]).toEqual(["", ""]);
  });

  test("a card's cover moves to the page's cover, without a ring", async () => {
    follow("/storie/lumaca");
    const changed = change();
    document.body.innerHTML = THERE;
    land();
    await changed;
    expect([nameOf("#cover"), nameOf("#ring"), nameOf("#field")]).toEqual(["cover", "", ""]);
  });

  test("no transition runs for a link without a ring, with reduced motion, or without browser support", () => {
    follow("/contatti");
    isReduced = true;
    follow("/academy");
    isReduced = false;
    Reflect.deleteProperty(document, "startViewTransition");
    follow("/academy");
    expect(start).not.toHaveBeenCalled();
  });

  test.each(["metaKey", "ctrlKey", "shiftKey", "altKey"])(
    "no transition runs for a link to another tab (%s)",
    (key) => {
      follow("/academy", { [key]: true });
      expect(start).not.toHaveBeenCalled();
      expect(opened).toEqual(["/academy"]);
    },
  );
});

test("a transition is skipped when the page takes too long", () => {
  follow("/academy");
  void change();
  vi.advanceTimersByTime(249);
  expect(skipTransition).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(skipTransition).toHaveBeenCalledOnce();
  stop();
});
