import { useSyncExternalStore } from "react";
import { type LetterTexts, NO_TEXTS } from "@/contract/staff/letters";

/*
 * The text of the letter that the user is writing. It stays while the user moves between pages, so that the user
 * can take the text of an earlier letter and choose its recipients on another page.
 */

let texts: LetterTexts = NO_TEXTS;
const readers = new Set<() => void>();

/** Replaces the text of the letter. Without a text, the next letter is empty. */
export function setLetterDraft(next: LetterTexts = NO_TEXTS): void {
  texts = next;
  for (const update of readers) update();
}

/** Returns the text of the letter that the user is writing, and a function that changes it. */
export function useLetterDraft() {
  const current = useSyncExternalStore(
    (update) => {
      readers.add(update);
      return () => void readers.delete(update);
    },
    () => texts,
    () => NO_TEXTS,
  );
  return [current, setLetterDraft] as const;
}
