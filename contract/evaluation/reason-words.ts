import { type Language, loadPerLanguage } from "../languages";
import type { GENERAL_REASONS, REASON_SUBJECTS, ReasonId, ReasonSide } from "./reasons";

type General = (typeof GENERAL_REASONS)[number] extends `general.${infer Name}` ? Name : never;
type Subjects = typeof REASON_SUBJECTS;
type Side = { [C in keyof Subjects]: Record<Subjects[C][number], string> };

/**
 * Texts in one language of all reasons that an applicant receives. Evaluators, staff, pages and emails use the same
 * texts.
 */
export type ReasonWords = Record<ReasonSide, Side> & { general: Record<General, string> };

const WORDS = await loadPerLanguage<ReasonWords>(
  async (language) => (await import(`./reason-words.${language}.ts`)).words,
);

/** Returns the texts in a language of the reasons that an applicant receives. */
export function reasonWords(language: Language): ReasonWords {
  return WORDS[language];
}

/** Returns the text of a reason that an applicant receives. Returns an empty text for an unknown reason. */
export function reasonText(language: Language, reason: ReasonId): string {
  let found: unknown = WORDS[language];
  for (const part of reason.split(".")) found = (found as Record<string, unknown>)?.[part];
  return typeof found === "string" ? found : "";
}
