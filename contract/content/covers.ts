/*
 * Families of covers, in the order from which a slug's seed chooses. The number of shapes has a meaning: an
 * editor who writes about six months asks for exactly six.
 */

type Row = {
  /** Minimum and maximum number of shapes that an editor can choose. */
  count?: readonly [number, number];
  /** True if an editor can also choose the shape that jumps. */
  which?: true;
};

export const COVERS = {
  /** Number of leaps. */
  balzi: { count: [1, 9] },
  /** Number of successive positions of one rising ring, including the last. */
  cronofoto: { count: [3, 24] },
  /** Number of bands around one centre. */
  eco: { count: [2, 6] },
  /** Number of rings, including the one that jumps. */
  grata: { count: [2, 100], which: true },
  /** Number of quarter discs and rings, including the one that jumps. */
  spicchi: { count: [4, 16] },
  /** Number of bars. */
  scala: { count: [2, 24] },
  /** Number of rings that stay on the ground. */
  riga: { count: [1, 6] },
  /** Number of lines. Without a count, one line per evaluation criterion, with the weight as thickness. */
  fascio: { count: [2, 9] },
} as const satisfies Record<string, Row>;

export type CoverFamily = keyof typeof COVERS;
export const COVER_FAMILIES = Object.keys(COVERS) as [CoverFamily, ...CoverFamily[]];

/** Editor's choice of a cover. */
export interface CoverChoice {
  family: CoverFamily;
  count?: number | undefined;
  /** Position of the shape that jumps, from 1. */
  which?: number | undefined;
}

/** Returns the fault of a choice for its editor, or null for a valid choice. */
export function coverFault({ family, count, which }: CoverChoice): string | null {
  const row: Row = COVERS[family];
  if (count !== undefined) {
    if (!row.count) return `${family} has no count`;
    const [fewest, most] = row.count;
    if (!(Number.isInteger(count) && count >= fewest && count <= most)) {
      return `${family} has a count from ${fewest} to ${most}`;
    }
  }
  if (which === undefined) return null;
  if (!row.which) return `${family} has no "which"`;
  if (count === undefined) return '"which" needs a count';
  return Number.isInteger(which) && which >= 1 && which <= count
    ? null
    : `"which" is from 1 to ${count}`;
}

/** Returns a choice as one line, in the format of an item's `meta.cover`: "riga", "scala 6", "grata 5 5". */
export function coverLine({ family, count, which }: CoverChoice): string {
  return [family, count, which].filter((part) => part !== undefined).join(" ");
}

/**
 * Parses a line of `coverLine`. Returns undefined for an invalid line, so that the slug alone determines the
 * cover.
 */
export function readCover(line: string | undefined): CoverChoice | undefined {
  const [name, ...numbers] = line?.trim().split(/\s+/) ?? [];
  const family = COVER_FAMILIES.find((known) => known === name);
  if (!family) return undefined;
  const [count, which] = numbers.map(Number);
  const choice = { family, count, which };
  return coverFault(choice) ? { family } : choice;
}
