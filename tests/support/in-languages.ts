import { type Language, perLanguage } from "@/contract/languages";

/** Returns values of a test for each language. A language that the test does not know has the Italian value. */
export function inLanguages<T>(it: T, en: T): Record<Language, T> {
  return { ...perLanguage(() => it), en };
}
