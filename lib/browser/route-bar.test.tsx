import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginRouteBar, finishRouteBar } from "./route-bar";
import { useLoadingBar } from "./use-loading-bar";

const bar = vi.hoisted(() => ({ configure: vi.fn(), start: vi.fn(), set: vi.fn(), done: vi.fn() }));
vi.mock("nprogress", () => ({ default: bar }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => {
  finishRouteBar();
  vi.useRealTimers();
});

test("a navigation quicker than 200 ms shows no bar", async () => {
  beginRouteBar();
  await vi.advanceTimersByTimeAsync(199);
  finishRouteBar();
  await vi.advanceTimersByTimeAsync(1000);
  expect(bar.start).not.toHaveBeenCalled();
});

test("a slow navigation shows the bar, which fills within 5 s and ends on arrival", async () => {
  beginRouteBar();
  await vi.advanceTimersByTimeAsync(200);
  await vi.waitFor(() => expect(bar.start).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(2500);
  const halfway = bar.set.mock.lastCall?.[0];
  expect(halfway).toBeGreaterThan(0.4);
  expect(halfway).toBeLessThan(0.6);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bar.set.mock.lastCall?.[0]).toBeLessThan(1);
  expect(bar.done).not.toHaveBeenCalled();
  finishRouteBar();
  expect(bar.done).toHaveBeenCalledOnce();
});

test("a list shows the bar until its next rows arrive, also after the navigation ends and while another list loads", async () => {
  const use = () =>
    renderHook((isLoading: boolean) => useLoadingBar(isLoading), { initialProps: true });
  beginRouteBar();
  const one = use();
  finishRouteBar();
  await vi.advanceTimersByTimeAsync(250);
  await vi.waitFor(() => expect(bar.start).toHaveBeenCalledOnce());
  const other = use();
  // A second filter changes the URL again, and the rows of the first list arrive.
  finishRouteBar();
  one.rerender(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(bar.done).not.toHaveBeenCalled();
  other.unmount();
  expect(bar.done).toHaveBeenCalledOnce();
  expect(bar.start).toHaveBeenCalledOnce();
});
