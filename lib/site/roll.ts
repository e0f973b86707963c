import { readFurther } from "@/contract/content/further";
import { OUTCOMES, type Outcome, STANDINGS, type Standing } from "@/contract/content/roll";
import type { Summary } from "../content/content";
import { itemPath } from "../routes/items";

/** A person or team that the programme selected, and their later results. */
export type RollEntry = {
  slug: string;
  locale: Summary["locale"];
  name: string;
  edition: number;
  sector: string | undefined;
  outcome: Outcome;
  /** The prize, if it is an amount of money, such as "50.000 €". */
  prize: string | undefined;
  /** A one-sentence description of the team. Undefined if the team has a story, which contains the description. */
  about: string | undefined;
  /** A current key figure of the team, if known. */
  figure: string | undefined;
  /** The current status of the team, if known. */
  standing: Standing | undefined;
  /** The path of the page about the team, without the language. */
  href: string | undefined;
};

/**
 * Returns the selected people and teams, sorted by edition (newest first) and then by outcome. Omits items without an
 * outcome or an edition.
 *
 * @param stories the stories that lists show in the page's language
 * @param alumni the alumni that lists show in the page's language
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
