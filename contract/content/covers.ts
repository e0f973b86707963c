import type { Told } from "./editor-messages";

/*
 * Families of cover drawings. If an editor chooses no cover, a hash of the item's slug chooses from this list, so do
 * not change the list's order. The number of shapes has a meaning: for an article about six months, an editor can
 * choose exactly six shapes.
 */

type Row = {
  /** Minimum and maximum number of shapes that an editor can choose for the cover. */
  count: readonly [number, number];
  /** Whether an editor can also choose which shape is raised. */
  which?: true;
};

export const COVERS = {
  /** Cover drawing of arcs. An editor chooses the number of arcs. */
  balzi: { count: [1, 9] },
  /** Cover drawing of one rising ring. An editor chooses the number of the ring's positions. */
  cronofoto: { count: [3, 24] },
  /** Cover drawing of bands around one centre. An editor chooses the number of bands. */
  eco: { count: [2, 6] },
  /** Cover drawing of rows of rings. An editor chooses the number of rings, including the raised ring. */
  grata: { count: [2, 100], which: true },
  /**
   * Cover drawing of quarter discs and rings. An editor chooses the number of shapes, including the raised ring.
   */
  spicchi: { count: [4, 16] },
  /** Cover drawing of bars. An editor chooses the number of bars. */
  scala: { count: [2, 24] },
  /** Cover drawing of a line, a curve, and rings. An editor chooses the number of rings on the line. */
  riga: { count: [1, 6] },
  /**
   * Cover drawing of lines. An editor chooses the number of lines. If the editor chooses no number, each evaluation
   * criterion has one line, as thick as the criterion's weight.
   */
  fascio: { count: [2, 9] },
} as const satisfies Record<string, Row>;

export type CoverFamily = keyof typeof COVERS;
export const COVER_FAMILIES = Object.keys(COVERS) as [CoverFamily, ...CoverFamily[]];

/** An editor's choice of a cover: its family, the number of shapes, and which shape is raised. */
export interface CoverChoice {
  family: CoverFamily;
  count?: number | undefined;
  /** Number of the raised shape, starting at 1. */
  which?: number | undefined;
}

/** Returns the rule that an editor's cover settings break, and the wrong field. Returns null for valid settings. */
export function coverFault({
  family,
  count,
  which,
}: CoverChoice): (Told & { field: "count" | "which" }) | null {
  const row: Row = COVERS[family];
  if (count !== undefined) {
    const [fewest, most] = row.count;
    if (!(Number.isInteger(count) && count >= fewest && count <= most)) {
      const values = { family, fewest: `${fewest}`, most: `${most}` };
      return { rule: "file_cover_count", field: "count", values };
    }
  }
  if (which === undefined) return null;
  const field = "which";
  if (!row.which) return { rule: "file_cover_plain", field, values: { family } };
  if (count === undefined)
    return { rule: "file_field_needs", field, values: { field, other: "count" } };
  return Number.isInteger(which) && which >= 1 && which <= count
    ? null
    : { rule: "file_cover_which", field, values: { most: `${count}` } };
}

/**
 * Returns an editor's choice of a cover as one line, in the format of an item's `meta.cover`: "riga", "scala 6", "grata
 * 5 5".
 */
export function coverLine({ family, count, which }: CoverChoice): string {
  return [family, count, which].filter((part) => part !== undefined).join(" ");
}

/**
 * Parses an editor's choice of a cover, such as "scala 6". Returns undefined for an unknown family, so that the slug
 * alone determines the cover. If a number is invalid, returns only the family.
 */
export function readCover(line: string | undefined): CoverChoice | undefined {
  const [name, ...numbers] = line?.trim().split(/\s+/) ?? [];
  const family = COVER_FAMILIES.find((known) => known === name);
  if (!family) return undefined;
  const [count, which] = numbers.map(Number);
  const choice = { family, count, which };
  return coverFault(choice) ? { family } : choice;
}
