import { LANGUAGES } from "@/contract/languages";
import type { LetterTexts } from "@/contract/staff/letters";

/** What a letter is called in each language it was written in, in the order of the languages. */
export function subjectsOf(texts: Partial<LetterTexts> = {}) {
  return LANGUAGES.flatMap((language) => {
    const subject = texts[language]?.subject;
    return subject ? [{ language, subject }] : [];
  });
}
