/*
 * The families of covers, in the order a slug's seed chooses from. The number of shapes in a drawing is a quantity:
 * an editor who writes about six months asks for six, and gets neither more nor fewer.
 */

type Row = {
  /** How many of its shapes an editor may ask for: the fewest and the most. */
  count?: readonly [number, number];
  /** An editor may also say which of them jumps. */
  which?: true;
};

export const COVERS = {
  /** leaps */
  balzi: { count: [1, 9] },
  /** positions of one rise, the last included */
  cronofoto: { count: [3, 24] },
  /** bands round one centre */
  eco: { count: [2, 6] },
  /** rings, the one that jumps included */
  grata: { count: [2, 100], which: true },
  /** quarter discs and rings, the one that jumps included */
  spicchi: { count: [4, 16] },
  /** bars */
  scala: { count: [2, 24] },
  /** rings left on the ground */
  riga: { count: [1, 6] },
  /** lines; without a count those of the evaluation, as thick as its weights */
  fascio: { count: [2, 9] },
} as const satisfies Record<string, Row>;

export type CoverFamily = keyof typeof COVERS;
export const COVER_FAMILIES = Object.keys(COVERS) as [CoverFamily, ...CoverFamily[]];

/** An editor's choice. */
export interface CoverChoice {
  family: CoverFamily;
  count?: number | undefined;
  /** The one that jumps, counted from 1. */
  which?: number | undefined;
}

/** What is wrong with a choice, for the person who made it; null if nothing is. */
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

/** A choice as one line, the way an item's `meta.cover` says it: "riga", "scala 6", "grata 5 5". */
export function coverLine({ family, count, which }: CoverChoice): string {
  return [family, count, which].filter((part) => part !== undefined).join(" ");
}

/** Reads such a line; undefined where it makes no sense: then the slug alone decides. */
export function readCover(line: string | undefined): CoverChoice | undefined {
  const [name, ...numbers] = line?.trim().split(/\s+/) ?? [];
  const family = COVER_FAMILIES.find((known) => known === name);
  if (!family) return undefined;
  const [count, which] = numbers.map(Number);
  const choice = { family, count, which };
  return coverFault(choice) ? { family } : choice;
}
