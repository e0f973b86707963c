import { LANGUAGES } from "@/contract/languages";
import type { LetterTexts } from "@/contract/staff/letters";

/**
 * Returns the letter's subject in each language in which the letter has a subject, in the order of the languages.
 */
export function subjectsOf(texts: Partial<LetterTexts> = {}) {
  return LANGUAGES.flatMap((language) => {
    const subject = texts[language]?.subject;
    return subject ? [{ language, subject }] : [];
  });
}
