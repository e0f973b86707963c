import {
  CRITERIA,
  type Criterion,
  missingCriteria,
  SCORE_MAX,
  type Scores,
} from "@/contract/evaluation/weights";

/**
 * The letter that chooses a criterion. One set for both languages, so that fingers need not learn twice:
 * the names begin alike in both, and where two share a first letter the second takes a letter heard in it.
 * J, K, N, X and Z have other meanings.
 */
export const CRITERION_KEYS: Readonly<Record<Criterion, string>> = {
  impact: "i",
  utility: "u",
  feasibility: "f",
  scalability: "s",
  innovation: "v",
};

/** The key for the highest score, which no single digit can express. */
export const TEN_KEY = "x";

export const UNDO_KEY = "z";

/** A score that was given or taken back; null is "no score". */
export type Vote = { criterion: Criterion; from: number | null; to: number | null };

type KeyAction =
  | { kind: "light"; criterion: Criterion }
  | { kind: "vote"; criterion: Criterion; score: number }
  /** A digit without a criterion: nothing is written, the first missing one is lit. */
  | { kind: "stray"; criterion: Criterion | null }
  | { kind: "leave" | "undo" | "next" | "previous" | "saveAndNext" };

type KeyContext = {
  /** The criterion that digits apply to. */
  lit: Criterion | null;
  /** The criterion whose row has the focus, lit or not. */
  focused: Criterion | null;
  scores: Scores;
  /** False when the sheet can only be read: then no key gives a score. */
  writable: boolean;
};

const ORDER = CRITERIA.map(({ id }) => id);

function scoreOf(key: string): number | null {
  if (key === TEN_KEY) return SCORE_MAX;
  return /^\d$/.test(key) ? Number(key) : null;
}

/**
 * What a key means in the cockpit; null when it means nothing there. A digit only ever scores the lit
 * criterion, and since a score puts the light out, a second digit alone never writes anything.
 *
 * @param key as KeyboardEvent.key says it, letters in lower case
 */
export function actionOf(key: string, context: KeyContext): KeyAction | null {
  if (key === "j") return { kind: "next" };
  if (key === "k") return { kind: "previous" };
  if (key === "n") return { kind: "saveAndNext" };
  const { lit, focused, scores, writable } = context;
  if (!writable) return null;
  if (key === UNDO_KEY) return { kind: "undo" };
  if (key === "escape") return focused ? { kind: "leave" } : null;
  const named = ORDER.find((criterion) => CRITERION_KEYS[criterion] === key);
  if (named) return { kind: "light", criterion: named };
  // Elsewhere the arrows scroll what is being read.
  if (focused && (key === "arrowdown" || key === "arrowup")) {
    const step = key === "arrowdown" ? 1 : -1;
    return { kind: "light", criterion: ORDER[ORDER.indexOf(focused) + step] ?? focused };
  }
  const score = scoreOf(key);
  if (score === null) return null;
  if (lit) return { kind: "vote", criterion: lit, score };
  return { kind: "stray", criterion: missingCriteria(scores)[0] ?? null };
}

/** The vote that can be taken back: the last one, as long as the sheet still shows what it gave. */
export function undoableVote(votes: readonly Vote[], scores: Scores): Vote | null {
  const last = votes.at(-1);
  return last && scores[last.criterion] === last.to ? last : null;
}
