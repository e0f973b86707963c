import { type Language, loadPerLanguage } from "../languages";
import type { Criterion } from "./weights";

/**
 * Texts of a criterion (rule evaluation.rubric): its definition, and the meaning of the lowest, middle, and
 * highest score.
 */
export type CriterionWords = {
  name: string;
  /** Definition of the criterion in one sentence. */
  says: string;
  low: string;
  middle: string;
  high: string;
};

/** Texts of all criteria in a language (criteria.it.ts, …), the same for applicants, evaluators, and documents. */
export type CriteriaWords = Record<Criterion, CriterionWords>;

const WORDS = await loadPerLanguage<CriteriaWords>(
  async (language) => (await import(`./criteria.${language}.ts`)).words,
);

/** Returns the rubric in a language. */
export function criteriaWords(language: Language): CriteriaWords {
  return WORDS[language];
}
