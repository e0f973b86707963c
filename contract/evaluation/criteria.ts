import { type Language, loadPerLanguage } from "../languages";
import type { Criterion } from "./weights";

/** A criterion in words (rule evaluation.rubric): one definition, and what the scores at both ends and halfway mean. */
export type CriterionWords = {
  name: string;
  /** What is judged, in one sentence. */
  says: string;
  low: string;
  middle: string;
  high: string;
};

/** A language's words (criteria.it.ts, …): for whoever applies, whoever judges and their papers the same. */
export type CriteriaWords = Record<Criterion, CriterionWords>;

const WORDS = await loadPerLanguage<CriteriaWords>(
  async (language) => (await import(`./criteria.${language}.ts`)).words,
);

/** The rubric in a language. */
export function criteriaWords(language: Language): CriteriaWords {
  return WORDS[language];
}
