import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../languages";
import { slugInScript } from "../text/normalize-text";
import { EVENT_LISTS } from "./attendance";
import type { Known } from "./content-check";
import { CONTENT_TYPES, type ContentType } from "./content-types";
import { familiesOf } from "./counterparts";
import type { Placed } from "./further";

/** A published text, as the content check of other texts needs it. */
export type KnownText = {
  type: ContentType;
  language: Language;
  id: number;
  slug: string;
  /** Former slugs, which redirect to the text. */
  aliases?: readonly string[] | undefined;
  translations?: Readonly<Partial<Record<string, number>>> | undefined;
  meta: Readonly<Record<string, unknown>>;
  title: string;
  author: string | undefined;
  /** The subject of an article. */
  subject: string | undefined;
  modifiedAt: Date;
};

/** Number of articles on one page of the magazine's list. */
export const MAGAZINE_PAGE = 9;

/**
 * Returns a function that reports whether an address (a content type and a slug) leads to a page in a language. Such a
 * page shows a text, a list of events, one page of the magazine's list, or one subject of the magazine. In a language
 * without a translation, the page shows the text of the default language. The slug can be the slug of any translation
 * of the text.
 */
export function pagesOf(texts: readonly KnownText[]): Known["has"] {
  const shown = new Set<string>();
  for (const type of CONTENT_TYPES) {
    const families = familiesOf(texts.filter((text) => text.type === type));
    for (const language of LANGUAGES) {
      const listed = families.filter((family) =>
        family.some((text) => [language, DEFAULT_LANGUAGE].includes(text.language)),
      );
      const pages = Array.from(
        { length: Math.max(1, Math.ceil(listed.length / MAGAZINE_PAGE)) },
        (_, at) => `${at + 1}`,
      );
      const subjects = listed.flatMap((family) => {
        const first = family.find((text) => text.language === DEFAULT_LANGUAGE) ?? family[0];
        return first?.subject ? [slugInScript(first.subject)] : [];
      });
      for (const slug of [
        ...listed.flat().flatMap(({ slug, aliases = [] }) => [slug, ...aliases]),
        ...(type === "posts" ? [...pages, ...subjects] : []),
      ])
        shown.add(`${language} ${type} ${slug}`);
    }
  }
  return ({ type, slug }: Placed, language: Language) =>
    (type === "events" && EVENT_LISTS.some((list) => list.slug === slug)) ||
    shown.has(`${language} ${type} ${slug}`);
}

/** Returns the data about the other published texts that the content check of one text needs. */
export function knownAbout(
  text: Pick<KnownText, "type" | "language" | "id" | "slug" | "translations" | "meta">,
  texts: readonly KnownText[],
): Pick<Known, "authors" | "subjects" | "translations"> {
  const others = texts.filter(({ type, id }) => type !== text.type || id !== text.id);
  const foreign = others.filter(
    ({ type, language }) => type === text.type && language !== text.language,
  );
  const [family = []] = familiesOf([text, ...foreign]);
  return {
    authors: new Set([
      ...others.flatMap(({ author }) => author ?? []),
      ...texts.filter(({ type }) => type === "people").map(({ title }) => title),
    ]),
    subjects: new Set(
      others.flatMap(({ type, language, subject }) =>
        type === "posts" && language === text.language && subject ? [subject] : [],
      ),
    ),
    translations: foreign.filter((one) => family.includes(one)),
  };
}
