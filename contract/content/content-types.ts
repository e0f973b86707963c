/*
 * Types of content for site and back end, one table row for each type. A new type needs only a row and files below
 * content/{language}/{type}/. The API, previews, search, and sitemap read the properties from the row.
 */

/** Properties of a content type. Paths are page paths without the language. */
type Row = {
  /** Path below which each item of the type has its own page, by its slug. */
  root?: `/${string}`;
  /** Path of the page that shows all items of the type. Each item's slug is an anchor on the page. */
  anchor?: `/${string}`;
  /** Whether the metadata for sharing and indexing describe items of the type as articles. */
  article?: true;
  /** Whether new items of the type appear in the feed. */
  feed?: true;
  /** Whether lists show the covers of the type's items. Such lists are sorted newest first. */
  covers?: true;
};

/** The content types that the site reads, named like the collections of a standard WordPress. */
export const CONTENT = {
  posts: { root: "/magazine", article: true, feed: true, covers: true },
  stories: { root: "/storie", article: true, covers: true },
  courses: { root: "/corso", covers: true },
  events: { root: "/evento" },
  lessons: { root: "/academy" },
  people: { anchor: "/network" },
  /** People and teams that the programme selected and that have no article about their story. */
  alumni: { anchor: "/chi-siamo" },
  /** Texts of single pages. A page names its text in site-pages.ts (`text`). */
  pages: {},
} as const satisfies Record<string, Row>;

export type ContentType = keyof typeof CONTENT;
export const CONTENT_TYPES = Object.keys(CONTENT) as ContentType[];

/** Content types whose rows set a property: `TypeWith<"root">` are the types whose items have their own pages. */
export type TypeWith<Fact extends keyof Row> = {
  [Type in ContentType]: (typeof CONTENT)[Type] extends Required<Pick<Row, Fact>> ? Type : never;
}[ContentType];

/** Reports whether a content type's row sets a property. */
export function hasFact<Fact extends keyof Row>(
  type: ContentType,
  fact: Fact,
): type is TypeWith<Fact> {
  return fact in CONTENT[type];
}

/** Returns the content types whose rows set a property, in the order of the table. */
export function typesWith<Fact extends keyof Row>(fact: Fact): TypeWith<Fact>[] {
  return CONTENT_TYPES.filter((type) => hasFact(type, fact));
}
