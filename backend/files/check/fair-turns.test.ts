import { expect, test, vi } from "vitest";
import { createTurns } from "./fair-turns";

/** Waits until each task has ended or waits for its turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Creates a queue of file checks and controls when each turn ends. Returns the accounts in the order in which their
 * turns began, and functions that request and end a turn.
 */
function bench(lanes: number, patience?: number) {
  const takeTurn = createTurns(lanes, patience);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  async function ask(account: string) {
    const done = await takeTurn(account);
    began.push(account);
    ends.set(account, done);
  }
  async function end(account: string) {
    ends.get(account)?.();
    await settle();
  }
  return { ask, began, end };
}

test("an account has one check at a time, even if a lane is free", async () => {
  const { ask, began, end } = bench(2);
  for (const account of ["a", "a", "b"]) void ask(account);
  await settle();
  expect(began).toEqual(["a", "b"]);
  await end("b");
  expect(began).toEqual(["a", "b"]);
  await end("a");
  expect(began).toEqual(["a", "b", "a"]);
});

test("an account with many waiting checks comes after accounts with one", async () => {
  const { ask, began, end } = bench(1);
  for (const account of [..."aaaaaaaa", "b", "c", "d"]) void ask(account);
  await settle();
  for (const account of ["a", "b", "c", "d", "a"]) await end(account);
  expect(began.join("")).toBe("abcdaa");
});

test("an account told to retry later comes before accounts that had a check in the meantime", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { ask, began, end } = bench(1, 1000);
  void ask("a");
  await settle();
  const late = ask("b");
  vi.advanceTimersByTime(1000);
  await expect(late).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: 5 } });
  void ask("a");
  void ask("b");
  await end("a");
  expect(began).toEqual(["a", "b"]);
  vi.useRealTimers();
});
