import {
  OUTCOMES,
  type Outcome,
  ROLL_FIELDS,
  STANDINGS,
  type Standing,
} from "@/contract/content/roll";
import type { Summary } from "../api/content/content";

/** Somebody the programme chose, and what became of them. */
export type RollEntry = {
  slug: string;
  locale: Summary["locale"];
  name: string;
  edition: number;
  sector: string | undefined;
  outcome: Outcome;
  /** Where they are today, in one figure. */
  figure: string;
  standing: Standing;
};

/**
 * What became of those the programme chose, newest edition first and in each in the order of how far they came.
 * A story that does not say all of it is left out.
 */
export function rollOf(stories: readonly Summary[]): RollEntry[] {
  return stories
    .flatMap((story) => entryOf(story) ?? [])
    .sort(
      (a, b) =>
        b.edition - a.edition ||
        OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) ||
        (a.name < b.name ? -1 : 1),
    );
}

function entryOf({ slug, locale, meta }: Summary): RollEntry | null {
  const [name, edition, , figure] = ROLL_FIELDS.map((field) => meta[field]?.trim());
  const outcome = OUTCOMES.find((known) => known === meta.outcome);
  const standing = STANDINGS.find((known) => known === meta.status);
  if (!name || !figure || !outcome || !standing || !/^\d{4}$/.test(edition ?? "")) return null;
  const sector = meta.sector || undefined;
  return { slug, locale, name, edition: Number(edition), sector, outcome, figure, standing };
}
