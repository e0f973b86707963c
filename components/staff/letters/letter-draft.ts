import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useSyncExternalStore } from "react";
import { LANGUAGES } from "@/contract/languages";
import { type LetterTexts, NO_TEXTS } from "@/contract/staff/letters";
import { meQuery } from "@/lib/api/query";
import { placeOf, UNSAVED_TEXT } from "@/lib/browser/unsaved-text";

/*
 * The text of the letter that a staff member is writing. The text stays while the staff member moves between pages, for
 * example to choose recipients. The tab's storage keeps the text across reloads.
 */

/** Letter texts by storage key. The key contains the account, because another account can sign in in the same tab. */
const texts = new Map<string, LetterTexts>();
const readers = new Set<() => void>();

/** Reports whether a letter has a subject or a text in any language. */
export const hasText = (letter: LetterTexts) =>
  LANGUAGES.some((language) => letter[language].subject || letter[language].text);

function read(key: string): LetterTexts {
  const known = texts.get(key);
  if (known) return known;
  const kept = storedText(key);
  texts.set(key, kept);
  return kept;
}

function storedText(key: string): LetterTexts {
  try {
    const kept: unknown = JSON.parse(placeOf("sessionStorage")?.getItem(key) ?? "{}");
    return { ...NO_TEXTS, ...(kept as Partial<LetterTexts>) };
  } catch {
    return NO_TEXTS;
  }
}

function write(key: string, next: LetterTexts): void {
  texts.set(key, next);
  try {
    const place = placeOf("sessionStorage");
    if (hasText(next)) place?.setItem(key, JSON.stringify(next));
    else place?.removeItem(key);
  } catch {
    // If the tab's storage is full, the page still has the text, and the browser asks before the page closes.
  }
  for (const update of readers) update();
}

/**
 * Returns the text of the letter that the staff member is writing, and a function that replaces it. `NO_TEXTS` empties
 * the letter.
 */
export function useLetterDraft() {
  const { data: user } = useQuery(meQuery(useLocale()));
  const key = `${UNSAVED_TEXT}${user?.id ?? ""}.letter`;
  const current = useSyncExternalStore(
    (update) => {
      readers.add(update);
      return () => void readers.delete(update);
    },
    () => read(key),
    () => NO_TEXTS,
  );
  return [current, (next: LetterTexts) => write(key, next)] as const;
}
