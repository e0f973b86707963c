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

test("a list shows the bar until its next rows arrive or the list disappears", async () => {
  const { rerender, unmount } = renderHook((isLoading: boolean) => useLoadingBar(isLoading), {
    initialProps: true,
  });
  // The changed URL ends the bar of the navigation in the same step.
  finishRouteBar();
  await vi.advanceTimersByTimeAsync(250);
  await vi.waitFor(() => expect(bar.start).toHaveBeenCalledOnce());
  expect(bar.done).not.toHaveBeenCalled();
  rerender(false);
  expect(bar.done).toHaveBeenCalledOnce();
  rerender(true);
  await vi.advanceTimersByTimeAsync(250);
  await vi.waitFor(() => expect(bar.start).toHaveBeenCalledTimes(2));
  unmount();
  expect(bar.done).toHaveBeenCalledTimes(2);
});
