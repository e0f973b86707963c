/** An HTML start tag with its attributes. The names of tag and attributes are in lower case. */
export type Element = { name: string; attributes: Record<string, string> };

const TAG = /<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/gi;
// The pattern must not match the name of an attribute from the middle of a word. Otherwise matching a long name would
// take quadratic time.
const ATTRIBUTE = /(?<![\w-])([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const ENTITIES: Record<string, string> = {
  amp: "&",
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  nbsp: " ",
};

/** Yields the start tags of HTML in linear time. */
export function* elementsOf(html: string): Generator<Element> {
  for (const [, name = "", rest = ""] of html.matchAll(TAG)) {
    const attributes: Record<string, string> = {};
    for (const [, key = "", double, single = ""] of rest.matchAll(ATTRIBUTE)) {
      attributes[key.toLowerCase()] ??= decodeEntities(double ?? single);
    }
    yield { name: name.toLowerCase(), attributes };
  }
}

/** Returns HTML without the content of `code` and `pre`, in linear time. */
export function withoutCode(html: string): string {
  let rest = "";
  let end = 0;
  for (const { 0: tag, 1: name, index } of html.matchAll(/<(code|pre)(?:\s[^<>]*)?>/gi)) {
    if (index < end) continue;
    rest += html.slice(end, index + tag.length);
    const close = html.indexOf(`</${name}>`, index);
    end = close < 0 ? html.length : close;
  }
  return rest + html.slice(end);
}

/**
 * Returns a text from HTML, such as an attribute or a category's name, with its character entities (`&amp;`) decoded.
 */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi,
    (whole, ten, hex, name) => {
      const code = ten ? Number(ten) : hex ? Number.parseInt(hex, 16) : undefined;
      return code === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(code);
    },
  );
}
