import { type Language, loadPerLanguage } from "../languages";
import type { Criterion } from "./weights";

/**
 * Texts of an evaluation criterion (rule evaluation.rubric): its definition, and the meaning of the lowest, middle, and
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

/**
 * Texts of all evaluation criteria in one language (criteria.it.ts, …). Applicants, evaluators, and documents get the
 * same texts.
 */
export type CriteriaWords = Record<Criterion, CriterionWords>;

const WORDS = await loadPerLanguage<CriteriaWords>(
  async (language) => (await import(`./criteria.${language}.ts`)).words,
);

/** Returns the texts of the evaluation criteria in a language. */
export function criteriaWords(language: Language): CriteriaWords {
  return WORDS[language];
}
