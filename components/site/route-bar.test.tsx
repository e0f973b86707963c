import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { RouteBar } from "./route-bar";

const reportPageFigures = vi.hoisted(() => vi.fn());
vi.mock("@/lib/browser/page-figures", () => ({ reportPageFigures }));
vi.mock("@/lib/browser/when-idle", () => ({
  whenIdle: (act: () => void) => {
    act();
    return () => {};
  },
}));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ prefetch: () => {} }),
  usePathname: () => "/academy",
  useSearchParams: () => new URLSearchParams(),
}));

test.each([
  [0, 0, 0],
  [0.1, 0.05, 1],
  [0.1, 0.11, 0],
  [1, 0.999, 1],
])(
  "with a share of %s, a page view that draws %s is measured %s times",
  async (share, drawn, times) => {
    reportPageFigures.mockClear();
    const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((into) => {
      (into as unknown as Uint32Array)[0] = drawn * 2 ** 32;
      return into;
    });
    const { rerender } = render(<RouteBar figuresShare={share} />);
    rerender(<RouteBar figuresShare={share} />);
    await new Promise((done) => setTimeout(done));
    random.mockRestore();
    expect(reportPageFigures).toHaveBeenCalledTimes(times);
  },
);
