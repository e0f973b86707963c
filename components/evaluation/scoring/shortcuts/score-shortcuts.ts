import {
  CRITERIA,
  type Criterion,
  missingCriteria,
  SCORE_MAX,
  type Scores,
} from "@/contract/evaluation/weights";

/**
 * The letter that selects each criterion, the same in Italian and English because the names start alike. If two names
 * share a first letter, the second name uses another of its letters. J, K, N, X, and Z have other meanings.
 */
export const CRITERION_SHORTCUTS: Readonly<Record<Criterion, string>> = {
  impact: "i",
  utility: "u",
  feasibility: "f",
  scalability: "s",
  innovation: "v",
};

/** The key for the highest score, because no digit key means 10. */
export const MAX_KEY = "x";

/** The highest score that a digit key gives. */
export const DIGIT_MAX = Math.min(9, SCORE_MAX);

export const UNDO_KEY = "z";

/** A score that the evaluator gave or undid; null means "no score". */
export type Vote = { criterion: Criterion; from: number | null; to: number | null };

type KeyAction =
  | { kind: "light"; criterion: Criterion }
  | { kind: "vote"; criterion: Criterion; score: number }
  /**
   * The user pressed a digit without a selected criterion. No score is given, and the first unscored criterion is
   * selected.
   */
  | { kind: "stray"; criterion: Criterion | null }
  | { kind: "leave" | "undo" | "next" | "previous" | "saveAndNext" };

type KeyContext = {
  /** The selected criterion, to which digit keys give a score. */
  lit: Criterion | null;
  /** The criterion whose row has the focus, whether or not the criterion is selected. */
  focused: Criterion | null;
  scores: Scores;
  /** Whether the score form accepts scores. In a read-only form, no key gives a score. */
  writable: boolean;
};

const ORDER = CRITERIA.map(({ id }) => id);

function scoreOf(key: string): number | null {
  if (key === MAX_KEY) return SCORE_MAX;
  return /^\d$/.test(key) && Number(key) <= DIGIT_MAX ? Number(key) : null;
}

/**
 * Returns the action of a key in the evaluation workspace; null if the key has none. A digit gives a score only to the
 * selected criterion. A score clears the selection, so a second digit alone never gives a score.
 *
 * @param key `KeyboardEvent.key`, letters in lower case
 */
export function actionOf(key: string, context: KeyContext): KeyAction | null {
  if (key === "j") return { kind: "next" };
  if (key === "k") return { kind: "previous" };
  if (key === "n") return { kind: "saveAndNext" };
  const { lit, focused, scores, writable } = context;
  if (!writable) return null;
  if (key === UNDO_KEY) return { kind: "undo" };
  if (key === "escape") return focused ? { kind: "leave" } : null;
  const named = ORDER.find((criterion) => CRITERION_SHORTCUTS[criterion] === key);
  if (named) return { kind: "light", criterion: named };
  // The arrow keys select the next or previous criterion only while a criterion has the focus. Elsewhere, they scroll
  // the page.
  if (focused && (key === "arrowdown" || key === "arrowup")) {
    const step = key === "arrowdown" ? 1 : -1;
    return { kind: "light", criterion: ORDER[ORDER.indexOf(focused) + step] ?? focused };
  }
  const score = scoreOf(key);
  if (score === null) return null;
  if (lit) return { kind: "vote", criterion: lit, score };
  return { kind: "stray", criterion: missingCriteria(scores)[0] ?? null };
}

/** Returns the last given score, which can be undone; null if the score form no longer shows this score. */
export function undoableVote(votes: readonly Vote[], scores: Scores): Vote | null {
  const last = votes.at(-1);
  return last && scores[last.criterion] === last.to ? last : null;
}
