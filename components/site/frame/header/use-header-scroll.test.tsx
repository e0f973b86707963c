import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHeaderScroll } from "./use-header-scroll";

/** Maximum scroll position, in pixels, of a page 5000 px high in a window 800 px high. */
const END = 4200;

function place(top: number) {
  Object.defineProperty(window, "scrollY", { value: top, configurable: true });
}

let time = 0;
/** Waits longer than the browser needs to restore a scroll position. */
const wait = () => {
  time += 1_000;
};

let clock: { mockRestore: () => void };
afterEach(() => clock.mockRestore());
beforeEach(() => {
  place(0);
  clock = vi.spyOn(performance, "now").mockImplementation(() => time);
  Object.defineProperty(window, "innerHeight", { value: 800, configurable: true });
  Object.defineProperty(document.documentElement, "scrollHeight", {
    value: END + 800,
    configurable: true,
  });
});

/**
 * Renders the header of a page at a scroll position, and returns functions that scroll the page and read the header's
 * state.
 */
async function headerAt(start: number) {
  place(start);
  const header = { current: document.createElement("header") };
  const finished = { count: 0 };
  const finish = () => {
    finished.count += 1;
  };
  header.current.getAnimations = () => [{ finish } as unknown as Animation];
  const { result, rerender } = renderHook(({ path }) => useHeaderScroll(path, header), {
    initialProps: { path: "/storie" },
  });
  await act(async () => {});
  wait();
  return {
    now: () => result.current,
    finished,
    /** Scrolls to a position in one step, as the browser does. Returns the header's state in the same frame. */
    jump(top: number) {
      place(top);
      let first = result.current;
      act(() => {
        document.dispatchEvent(new Event("scroll", { bubbles: true }));
        first = result.current;
      });
      return first;
    },
    /** Opens another page, which Next.js scrolls to a position in the same commit. */
    follow: async (path: string, top: number, settled = true) => {
      rerender({ path });
      place(top);
      await act(async () => {});
      if (settled) wait();
    },
    /** Scrolls in small steps like a mouse wheel. Returns every change of the header between hidden and shown. */
    scroll(to: number, step = 15) {
      const turns: string[] = [];
      for (let top = window.scrollY; top !== to; ) {
        top += Math.sign(to - top) * Math.min(step, Math.abs(to - top));
        place(top);
        const before = result.current.hidden;
        act(() => void document.dispatchEvent(new Event("scroll", { bubbles: true })));
        if (result.current.hidden !== before) turns.push(before ? "shown" : "hidden");
      }
      return turns;
    },
  };
}

test("after a step back, the header is solid in the frame in which the browser restores the position", async () => {
  const header = await headerAt(0);
  await header.follow("/magazine", 0, false);
  expect(header.now()).toEqual({ solid: false, hidden: false });
  const before = header.finished.count;
  expect(header.jump(1500)).toEqual({ solid: true, hidden: false });
  expect(header.finished.count).toBe(before + 1);
  wait();
  header.jump(1700);
  expect(header.finished.count).toBe(before + 1);
  expect(header.now()).toEqual({ solid: true, hidden: true });
});

test.each([1, 2, 7, 15, 120])(
  "scrolling down, up and down changes the header once per direction, in steps of %i pixels",
  async (step) => {
    const header = await headerAt(0);
    expect(header.scroll(1200, step)).toEqual(["hidden"]);
    expect(header.scroll(600, step)).toEqual(["shown"]);
    expect(header.scroll(1800, step)).toEqual(["hidden"]);
    expect(header.scroll(1200, step)).toEqual(["shown"]);
  },
);

test("at the top, the header is visible and transparent in any direction", async () => {
  const header = await headerAt(0);
  expect(header.now()).toEqual({ solid: false, hidden: false });
  expect(header.scroll(90)).toEqual([]);
  header.scroll(3000);
  expect(header.now()).toEqual({ solid: true, hidden: true });
  header.scroll(0, 3000);
  expect(header.now()).toEqual({ solid: false, hidden: false });
});

test("a page opened in the middle shows a solid header, and hides it on the first scroll down", async () => {
  const header = await headerAt(2000);
  expect(header.now()).toEqual({ solid: true, hidden: false });
  expect(header.scroll(2600)).toEqual(["hidden"]);
});

test("finger jitter is not a change of direction", async () => {
  const header = await headerAt(0);
  header.scroll(1000);
  for (let times = 0; times < 5; times++) {
    expect(header.scroll(992, 4)).toEqual([]);
    expect(header.scroll(1000, 4)).toEqual([]);
  }
  header.scroll(800);
  for (let times = 0; times < 5; times++) {
    expect(header.scroll(808, 4)).toEqual([]);
    expect(header.scroll(800, 4)).toEqual([]);
  }
});

test.each([-25, 25, -60])(
  "a jump whose layout then moves by %i pixels hides the header once",
  async (settles) => {
    const header = await headerAt(0);
    expect(header.scroll(2500, 2500)).toEqual(["hidden"]);
    expect(header.scroll(2500 + settles, 25)).toEqual([]);
    expect(header.scroll(2000)).toEqual(["shown"]);
    expect(header.scroll(2040)).toEqual(["hidden"]);
  },
);

test("overscroll at the ends does not count as scrolling", async () => {
  const header = await headerAt(3000);
  expect(header.scroll(END + 90)).toEqual(["hidden"]);
  expect(header.scroll(END)).toEqual([]);
  expect(header.scroll(0)).toEqual(["shown"]);
  expect(header.scroll(-90)).toEqual([]);
  expect(header.scroll(0)).toEqual([]);
});

test.each([
  [0, { solid: false, hidden: false }],
  [900, { solid: true, hidden: false }],
])(
  "another page that starts at %i pixels shows the header that scrolling has hidden",
  async (top, shown) => {
    const header = await headerAt(0);
    header.scroll(1200);
    expect(header.now()).toEqual({ solid: true, hidden: true });
    await header.follow("/storie/cartavoce", top);
    expect(header.now()).toEqual(shown);
    expect(header.scroll(top + 300)).toEqual(["hidden"]);
  },
);
