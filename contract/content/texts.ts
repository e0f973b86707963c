/*
 * How long one text of the content may be, for both programs. The longest text of the demo has
 * about 6,000 characters. A far longer text is a mistake, or an attack on the code that cleans it.
 */

/** The longest text of an item, in characters of its HTML. */
const CONTENT_TEXT_MAX = 500_000;
/** The longest file, in characters; shorter, as what reads Markdown may take the square of a text's length. */
export const MARKDOWN_MAX = 40_000;

type Texts = Partial<Record<"title" | "content" | "excerpt", { rendered: string }>>;

/** Which text of an item is longer than that, for its editor; null when none is. */
export function tooLong({ title, content, excerpt }: Texts): string | null {
  const found = Object.entries({ title, content, excerpt }).find(
    ([, text]) => text && text.rendered.length > CONTENT_TEXT_MAX,
  );
  return found ? `its ${found[0]} is longer than ${CONTENT_TEXT_MAX} characters` : null;
}

/** How deep elements may stand in one another; deeper ones are left out and leave their words. */
export const CONTENT_DEPTH_MAX = 100;
