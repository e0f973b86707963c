import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { type AutosaveState, createAutosave } from "./autosave";

type Fields = Record<string, string>;

function setup(save: (change: Fields) => Promise<void>) {
  const states: AutosaveState["kind"][] = [];
  const autosave = createAutosave<Fields>({
    save,
    merge: (older, newer) => ({ ...older, ...newer }),
    onState: ({ kind }) => states.push(kind),
  });
  return { autosave, states };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("changes are merged and saved 1.5 s after the last one", async () => {
  const save = vi.fn(async () => {});
  const { autosave, states } = setup(save);
  autosave.change({ a: "1" });
  await vi.advanceTimersByTimeAsync(1400);
  autosave.change({ b: "2" });
  await vi.advanceTimersByTimeAsync(1499);
  expect(save).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(save).toHaveBeenCalledExactlyOnceWith({ a: "1", b: "2" });
  expect(states.at(-1)).toBe("saved");
  expect(autosave.pending()).toBeNull();
});

test("two saves never overlap, and flushing waits for both", async () => {
  let running = 0;
  let most = 0;
  const saved: Fields[] = [];
  const { autosave } = setup(async (change) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    saved.push(change);
    running--;
  });
  autosave.change({ a: "1" });
  const first = autosave.flush();
  await vi.advanceTimersByTimeAsync(500);
  autosave.change({ a: "2" });
  const second = autosave.flush();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await first).toBe(true);
  expect(await second).toBe(true);
  expect(most).toBe(1);
  expect(saved).toEqual([{ a: "1" }, { a: "2" }]);
});

test("a failed save is kept, merged with newer changes, and retried", async () => {
  const save = vi.fn<(change: Fields) => Promise<void>>();
  save.mockRejectedValueOnce(new ApiError("network", 0)).mockResolvedValue(undefined);
  const { autosave, states } = setup(save);
  autosave.change({ a: "1" });
  expect(await autosave.flush()).toBe(false);
  expect(states.at(-1)).toBe("failed");
  expect(autosave.pending()).toEqual({ a: "1" });
  await vi.advanceTimersByTimeAsync(4000);
  expect(save).toHaveBeenLastCalledWith({ a: "1" });
  expect(states.at(-1)).toBe("saved");
});

test("a rejection that needs the user is not retried automatically", async () => {
  const save = vi.fn<(change: Fields) => Promise<void>>();
  save.mockRejectedValue(new ApiError("version_conflict", 412));
  const { autosave } = setup(save);
  autosave.change({ a: "1" });
  await autosave.flush();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(save).toHaveBeenCalledTimes(1);
  expect(autosave.pending()).toEqual({ a: "1" });
});
