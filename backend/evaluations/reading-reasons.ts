import type { ReadingReason } from "@/contract/evaluation/reading-kinds";
import { LANGUAGES } from "@/contract/languages";
import { type Candidate, type Evaluator, isForeign } from "./assignment/problem";

type Named = Pick<Evaluator, "languages" | "sectors">;
type Described = Pick<Candidate, "language" | "sector">;

/**
 * Returns the reasons why a reading plan gives a project to an evaluator, the strongest reason first. A language is a
 * reason only if the evaluator does not read all languages.
 */
export function reasonsFor(evaluator: Named, project: Described, byHand: boolean): ReadingReason[] {
  if (byHand) return ["staff"];
  const { languages, sectors } = evaluator;
  const reads = languages.length > 0 && languages.length < LANGUAGES.length;
  const reasons: ReadingReason[] = [
    ...(sectors.includes(project.sector) ? (["sector"] as const) : []),
    ...(reads && !isForeign(evaluator, project) ? (["language"] as const) : []),
  ];
  return reasons.length > 0 ? reasons : ["balance"];
}
