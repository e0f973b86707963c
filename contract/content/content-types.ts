/*
 * The types of content: one row each, for both programs. A type's row and a file below
 * content/{language}/{type}/ are all that the API, previews, the search and the sitemap need.
 */

/** What the site does with a type's items; paths are those of its pages, without the language. */
type Row = {
  /** Each item has a page of its own below this one, by its slug. */
  root?: `/${string}`;
  /** All items stand on this page, each under its slug as an anchor. */
  anchor?: `/${string}`;
  /** Items are articles to those who share or index them. */
  article?: true;
  /** New items appear in the feed. */
  feed?: true;
  /** Lists show the items' covers, newest first. */
  covers?: true;
};

/** The post types the site reads, as stock WordPress names their collections. */
export const CONTENT = {
  posts: { root: "/magazine", article: true, feed: true, covers: true },
  stories: { root: "/storie", article: true, covers: true },
  courses: { root: "/corso", covers: true },
  events: { root: "/evento" },
  lessons: { anchor: "/academy" },
  people: { anchor: "/network" },
  /** Whom the programme chose, of whom there is no story. */
  alumni: { anchor: "/chi-siamo" },
  /** Texts of single pages, which name them (`text` in lib/routes/pages.ts). */
  pages: {},
} as const satisfies Record<string, Row>;

export type ContentType = keyof typeof CONTENT;
export const CONTENT_TYPES = Object.keys(CONTENT) as ContentType[];

/** The types whose rows set a property: `TypeWith<"root">` have pages of their own. */
export type TypeWith<Fact extends keyof Row> = {
  [Type in ContentType]: (typeof CONTENT)[Type] extends Required<Pick<Row, Fact>> ? Type : never;
}[ContentType];

/** Whether a type's row sets a property. */
export function hasFact<Fact extends keyof Row>(
  type: ContentType,
  fact: Fact,
): type is TypeWith<Fact> {
  return fact in CONTENT[type];
}

/** The types whose rows set a property, in the table's order. */
export function typesWith<Fact extends keyof Row>(fact: Fact): TypeWith<Fact>[] {
  return CONTENT_TYPES.filter((type) => hasFact(type, fact));
}
