/** A year of the programme, and the texts about it. */
export type EditionEntry = {
  year: number;
  current: boolean;
  stories: { slug: string; title: string; locale: string }[];
};

/** Returns the years of the programme, oldest first: past editions, years with a story, and the current edition. */
export function editionEntries(
  past: readonly number[],
  current: number,
  stories: readonly {
    slug: string;
    title: string;
    locale: string;
    meta: Record<string, string>;
  }[],
): EditionEntry[] {
  const told = stories.map(({ meta }) => Number(meta.edition)).filter((year) => year > 2000);
  const years = [...new Set([...past, ...told, current])].sort((a, b) => a - b);
  return years.map((year) => ({
    year,
    current: year === current,
    stories: stories
      .filter(({ meta }) => Number(meta.edition) === year)
      .map(({ slug, title, locale }) => ({ slug, title, locale })),
  }));
}
