import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isAsked, watchIntent } from "./intent";

const prefetch = vi.fn<(path: string) => void>();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  prefetch.mockClear();
  stop = watchIntent(prefetch);
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function link(href: string, more = ""): Element {
  document.body.innerHTML = `<a href="${href}" ${more}><span>x</span></a>`;
  return document.body.querySelector("span") ?? document.body;
}

const point = (at: Element) => at.dispatchEvent(new Event("pointerover", { bubbles: true }));
const reach = (at: Element) => at.dispatchEvent(new Event("focusin", { bubbles: true }));
const asked = () => prefetch.mock.calls.flat();

describe("prefetching", () => {
  test("a page is prefetched when the pointer stays on its link, not when it passes", () => {
    const at = link("/academy");
    point(at);
    vi.advanceTimersByTime(60);
    point(document.body);
    vi.advanceTimersByTime(1000);
    expect([asked(), isAsked("/academy")]).toEqual([[], false]);
    point(at);
    vi.advanceTimersByTime(65);
    expect([asked(), isAsked("/academy")]).toEqual([["/academy"], true]);
  });

  test.each(["focusin", "touchstart"])(
    "a page is prefetched immediately by %s, and only once",
    (type) => {
      const path = `/en/storie/${type}`;
      const at = link(path);
      at.dispatchEvent(new Event(type, { bubbles: true }));
      at.dispatchEvent(new Event(type, { bubbles: true }));
      expect(asked()).toEqual([path]);
    },
  );
});

describe("no prefetching", () => {
  test.each([
    ["a personal page", "/dashboard"],
    ["a form of an account, which is a full load", "/login"],
    ["a file", "/evento/giornata/calendar"],
    ["a feed", "/rss.xml"],
    ["an address that no page has", "/nowhere"],
    ["another site", "//other.example/academy"],
    ["a page with parameters", "/search?q=bando"],
    ["the page itself", window.location.pathname],
  ])("no page is prefetched for %s", (_what, href) => {
    reach(link(href));
    expect(asked()).toEqual([]);
  });

  test("no page is prefetched for a link that opens elsewhere or downloads", () => {
    reach(link("/network", 'target="_blank"'));
    reach(link("/network", "download"));
    expect(asked()).toEqual([]);
  });

  test("no page is prefetched for users who save data", () => {
    vi.stubGlobal("navigator", { connection: { saveData: true } });
    reach(link("/network"));
    expect(asked()).toEqual([]);
  });
});
