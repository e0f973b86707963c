/*
 * Maximum lengths of content texts, for site and back end. The longest text of the demo has about 6,000 characters. A
 * much longer text is a mistake, or an attack on the code that cleans the HTML.
 */

/** Maximum length of a content item's text, in characters of its HTML. */
const CONTENT_TEXT_MAX = 500_000;
/**
 * Maximum length of a Markdown file in characters. It is lower than `CONTENT_TEXT_MAX`, because parsing
 * Markdown can take quadratic time.
 */
export const MARKDOWN_MAX = 40_000;

type Texts = Partial<Record<"title" | "content" | "excerpt", { rendered: string }>>;

/**
 * Returns the end of an error message about a content item whose title, content, or excerpt is too long. Returns null
 * if none of them is too long.
 */
export function tooLong({ title, content, excerpt }: Texts): string | null {
  const found = Object.entries({ title, content, excerpt }).find(
    ([, text]) => text && text.rendered.length > CONTENT_TEXT_MAX,
  );
  return found ? `its ${found[0]} is longer than ${CONTENT_TEXT_MAX} characters` : null;
}

/** Maximum nesting depth of HTML elements in a content text. Deeper elements are removed, but their text stays. */
export const CONTENT_DEPTH_MAX = 100;
