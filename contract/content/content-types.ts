/*
 * Types of content, one row each, for site and back end. A new type needs only its row and files below
 * content/{language}/{type}/. The API, previews, the search, and the sitemap use the row.
 */

/** Properties of a type. Paths are page paths without the language. */
type Row = {
  /** Each item has its own page below this path, with its slug. */
  root?: `/${string}`;
  /** All items are on this page, with their slugs as anchors. */
  anchor?: `/${string}`;
  /** Sharing and indexing metadata describe items as articles. */
  article?: true;
  /** New items appear in the feed. */
  feed?: true;
  /** Lists show the items' covers, newest first. */
  covers?: true;
};

/** Post types that the site reads, named like the collections of a standard WordPress. */
export const CONTENT = {
  posts: { root: "/magazine", article: true, feed: true, covers: true },
  stories: { root: "/storie", article: true, covers: true },
  courses: { root: "/corso", covers: true },
  events: { root: "/evento" },
  lessons: { root: "/academy" },
  people: { anchor: "/network" },
  /** People and teams that the programme selected and that have no story. */
  alumni: { anchor: "/chi-siamo" },
  /** Texts of single pages. The pages refer to them by name (`text` in lib/routes/pages.ts). */
  pages: {},
} as const satisfies Record<string, Row>;

export type ContentType = keyof typeof CONTENT;
export const CONTENT_TYPES = Object.keys(CONTENT) as ContentType[];

/** Types whose rows set a property: `TypeWith<"root">` are the types with their own pages. */
export type TypeWith<Fact extends keyof Row> = {
  [Type in ContentType]: (typeof CONTENT)[Type] extends Required<Pick<Row, Fact>> ? Type : never;
}[ContentType];

/** Reports whether a type's row sets a property. */
export function hasFact<Fact extends keyof Row>(
  type: ContentType,
  fact: Fact,
): type is TypeWith<Fact> {
  return fact in CONTENT[type];
}

/** Returns the types whose rows set a property, in the order of the table. */
export function typesWith<Fact extends keyof Row>(fact: Fact): TypeWith<Fact>[] {
  return CONTENT_TYPES.filter((type) => hasFact(type, fact));
}
