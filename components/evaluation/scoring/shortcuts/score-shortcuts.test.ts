import { describe, expect, test } from "vitest";
import { CRITERIA, type Criterion, NO_SCORES, type Scores } from "@/contract/evaluation/weights";
import { actionOf, CRITERION_SHORTCUTS, MAX_KEY, UNDO_KEY, undoableVote } from "./score-shortcuts";

const ALL: Scores = { impact: 8, utility: 7, feasibility: 6, scalability: 5, innovation: 4 };

/** Types keys on a score form. As on the page, the focus follows the selected criterion. */
function type(keys: string, scores: Scores = NO_SCORES) {
  let lit: Criterion | null = null;
  let focused: Criterion | null = null;
  let now = { ...scores };
  const writes: string[] = [];
  for (const key of keys.split(" ")) {
    const action = actionOf(key, { lit, focused, scores: now, writable: true });
    if (action?.kind === "light" || action?.kind === "stray") {
      lit = action.criterion;
      focused = action.criterion ?? focused;
    } else if (action?.kind === "vote") {
      now = { ...now, [action.criterion]: action.score };
      writes.push(`${action.criterion} ${action.score}`);
      lit = null;
    } else if (action?.kind === "leave") {
      lit = null;
      focused = null;
    }
  }
  return { lit, scores: now, writes };
}

const NOTHING_LIT = { lit: null, focused: null, scores: NO_SCORES, writable: true };

describe("choosing a criterion", () => {
  test.each(CRITERIA.map(({ id }) => id))(
    "the letter of %s selects its criterion and gives no score",
    (id) => {
      const action = actionOf(CRITERION_SHORTCUTS[id], { ...NOTHING_LIT, scores: ALL });
      expect(action).toEqual({ kind: "light", criterion: id });
    },
  );

  test("no key has two meanings", () => {
    const keys = [...Object.values(CRITERION_SHORTCUTS), "j", "k", "n", MAX_KEY, UNDO_KEY];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("arrow keys move between rows and stop at the ends; outside the rows they scroll", () => {
    const from = (focused: Criterion | null, key: string) =>
      actionOf(key, { ...NOTHING_LIT, focused, lit: focused });
    expect(from("impact", "arrowdown")).toEqual({ kind: "light", criterion: "utility" });
    expect(from("utility", "arrowup")).toEqual({ kind: "light", criterion: "impact" });
    expect(from("impact", "arrowup")).toEqual({ kind: "light", criterion: "impact" });
    expect(from("innovation", "arrowdown")).toEqual({ kind: "light", criterion: "innovation" });
    expect(from(null, "arrowdown")).toBeNull();
  });

  test("Escape leaves a row, and is not handled outside a row", () => {
    expect(actionOf("escape", { ...NOTHING_LIT, focused: "impact" })).toEqual({ kind: "leave" });
    expect(actionOf("escape", NOTHING_LIT)).toBeNull();
  });
});

describe("digits", () => {
  test.each([..."0123456789"])("%s scores the selected criterion", (digit) => {
    const context = { ...NOTHING_LIT, lit: "utility", focused: "utility" } as const;
    const vote = { kind: "vote", criterion: "utility", score: Number(digit) };
    expect(actionOf(digit, context)).toEqual(vote);
  });

  test("the key X gives the score 10", () => {
    expect(type("s x").scores.scalability).toBe(10);
  });

  test("a digit without a selected criterion gives no score and selects the first unscored criterion", () => {
    const { scores, lit } = type("7", { ...NO_SCORES, impact: 8 });
    expect(scores).toEqual({ ...NO_SCORES, impact: 8 });
    expect(lit).toBe("utility");
  });

  test("with all scores given, a digit gives no score and selects nothing", () => {
    expect(type("3 6 0 x", ALL)).toEqual({ lit: null, scores: ALL, writes: [] });
  });

  test("a score clears the selection, so a second digit gives no score", () => {
    expect(type("i 1 0").writes).toEqual(["impact 1"]);
  });

  test("typing a criterion's number and then its score gives those scores", () => {
    expect(type("1 8 2 7").writes).toEqual(["impact 8", "utility 7"]);
    expect(type("1 8 2 7 3 6 4 5 5 9").scores).toEqual({
      impact: 8,
      utility: 7,
      feasibility: 6,
      scalability: 5,
      innovation: 9,
    });
  });

  test("digits alone never change an existing score", () => {
    const [given, missing] = [
      ["utility", "scalability"],
      ["impact", "feasibility", "innovation"],
    ];
    const some: Scores = { ...NO_SCORES, utility: 7, scalability: 5 };
    for (let first = 0; first < 1000; first++) {
      const keys = [...String(first).padStart(3, "0"), "x", "4", "4", "1", "9"].join(" ");
      const { writes } = type(keys, some);
      expect(writes.filter((write) => given.some((id) => write.startsWith(id)))).toEqual([]);
      // Each digit without a selected criterion selects the first unscored criterion, so the scores are given from top
      // to bottom.
      expect(writes.map((write) => write.split(" ")[0])).toEqual(missing.slice(0, writes.length));
    }
  });
});

describe("keys without an effect on scores", () => {
  test("a read-only form handles only the keys to other projects", () => {
    const context = { lit: "impact", focused: "impact", scores: ALL, writable: false } as const;
    const ways = ["j", "k", "n"].map((key) => actionOf(key, context)?.kind);
    expect(ways).toEqual(["next", "previous", "saveAndNext"]);
    const others = [..."0123456789xziufsv", "escape", "arrowdown", "arrowup"];
    expect(others.filter((key) => actionOf(key, context) !== null)).toEqual([]);
  });

  test("keys without a meaning do nothing in the workspace", () => {
    const others = [..."abcdeghlmopqrtwy +-?/", "enter", "tab", "arrowleft", "arrowright", "f5"];
    const lit = { ...NOTHING_LIT, lit: "impact", focused: "impact" } as const;
    expect(others.filter((key) => actionOf(key, lit) !== null)).toEqual([]);
  });
});

test("a score can be undone while the form shows it, but not after a change in another window", () => {
  const vote = { criterion: "utility", from: 7, to: 2 } as const;
  expect(undoableVote([vote], { ...ALL, utility: 2 })).toBe(vote);
  expect(undoableVote([vote], { ...ALL, utility: 9 })).toBeNull();
  expect(undoableVote([], ALL)).toBeNull();
});
