import { readFurther } from "@/contract/content/further";
import { OUTCOMES, type Outcome, STANDINGS, type Standing } from "@/contract/content/roll";
import type { Summary } from "../api/content/content";
import { itemPath } from "../routes/items";

/** Somebody the programme chose, and what became of them. */
export type RollEntry = {
  slug: string;
  locale: Summary["locale"];
  name: string;
  edition: number;
  sector: string | undefined;
  outcome: Outcome;
  /** What they received, where it is money: "50.000 €". */
  prize: string | undefined;
  /** What they do, in a sentence; of who has a story, the story says it. */
  about: string | undefined;
  /** Where they are today, in one figure; undefined where it is not known. */
  figure: string | undefined;
  /** Undefined where it is not known. */
  standing: Standing | undefined;
  /** Where they are told of at length, without the language. */
  href: string | undefined;
};

/**
 * What became of those the programme chose, newest edition first and in each in the order of how far they came.
 *
 * @param stories and alumni, as a language's lists have them; whoever says no outcome or no edition is left out
 */
export function rollOf(stories: readonly Summary[], alumni: readonly Summary[]): RollEntry[] {
  const told = stories.flatMap((story) => {
    const href = itemPath("stories", story.slug);
    return entryOf(story, story.meta.name, undefined, href) ?? [];
  });
  const others = alumni.flatMap((one) => {
    const [further] = readFurther(one.meta.further);
    const href = further && itemPath(further.type, further.slug);
    return entryOf(one, undefined, one.excerpt, href) ?? [];
  });
  return [...told, ...others].sort(
    (a, b) =>
      b.edition - a.edition ||
      OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) ||
      (a.name < b.name ? -1 : 1),
  );
}

function entryOf(
  { slug, locale, title, meta }: Summary,
  name: string | undefined,
  about: string | undefined,
  href: string | undefined,
): RollEntry | null {
  const outcome = OUTCOMES.find((known) => known === meta.outcome);
  const edition = meta.edition?.trim() ?? "";
  if (!outcome || !/^\d{4}$/.test(edition)) return null;
  return {
    slug,
    locale,
    name: name?.trim() || title,
    edition: Number(edition),
    sector: said(meta.sector),
    outcome,
    prize: said(meta.prize),
    about: said(about),
    figure: said(meta.figure),
    standing: STANDINGS.find((known) => known === meta.status),
    href,
  };
}

const said = (text: string | undefined) => text?.trim() || undefined;
