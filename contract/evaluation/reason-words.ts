import { type Language, loadPerLanguage } from "../languages";
import type { GENERAL_REASONS, REASON_SUBJECTS, ReasonId, ReasonSide } from "./reasons";

type General = (typeof GENERAL_REASONS)[number] extends `general.${infer Name}` ? Name : never;
type Subjects = typeof REASON_SUBJECTS;
type Side = { [C in keyof Subjects]: Record<Subjects[C][number], string> };

/** Texts of all reasons in a language, the same for evaluators, staff, pages and emails. */
export type ReasonWords = Record<ReasonSide, Side> & { general: Record<General, string> };

const WORDS = await loadPerLanguage<ReasonWords>(
  async (language) => (await import(`./reason-words.${language}.ts`)).words,
);

/** Returns the texts of the reasons in a language. */
export function reasonWords(language: Language): ReasonWords {
  return WORDS[language];
}

/** Returns the text of one reason; empty for a reason that this version does not have. */
export function reasonText(language: Language, reason: ReasonId): string {
  let found: unknown = WORDS[language];
  for (const part of reason.split(".")) found = (found as Record<string, unknown>)?.[part];
  return typeof found === "string" ? found : "";
}
