import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAtLeast } from "./use-at-least";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const show = (pending: boolean) => renderHook(useAtLeast, { initialProps: pending });

test("a visible loading state stays for 200 ms, even if the response is faster", () => {
  const { result, rerender } = show(true);
  pass(30);
  rerender(false);
  pass(169);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});

test("a longer loading state ends with the response, and content that is ready is never delayed", () => {
  const { result, rerender } = show(true);
  pass(500);
  rerender(false);
  pass(0);
  expect(result.current).toBe(false);
  expect(show(false).result.current).toBe(false);
});
