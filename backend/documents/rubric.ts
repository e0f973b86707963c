import { criteriaWords } from "@/contract/evaluation/criteria";
import { ANCHORS, CRITERIA } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";

/** Returns the scoring rubric as Markdown: each criterion's weight, its question, and the meaning of its scores. */
export function rubricMarkdown(language: Language): string {
  const words = criteriaWords(language);
  return CRITERIA.map(({ id, weight }) => {
    const { name, says } = words[id];
    const scale = ANCHORS.map(({ id: anchor, score }) => `- ${score}: ${words[id][anchor]}`);
    return [`### ${name}, ${weight}%`, says, scale.join("\n")].join("\n\n");
  }).join("\n\n");
}
