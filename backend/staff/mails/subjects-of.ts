import { LANGUAGES } from "@/contract/languages";
import type { LetterTexts } from "@/contract/staff/letters";

/** Returns the subject of a letter in each language that has one, in the order of the languages. */
export function subjectsOf(texts: Partial<LetterTexts> = {}) {
  return LANGUAGES.flatMap((language) => {
    const subject = texts[language]?.subject;
    return subject ? [{ language, subject }] : [];
  });
}
