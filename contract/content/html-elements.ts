/** An HTML start tag with its attributes. The names of tag and attributes are in lower case. */
export type Element = { name: string; attributes: Record<string, string> };

const TAG = /<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/gi;
// The pattern must not match the name of an attribute from the middle of a word. Otherwise matching a long name would
// take quadratic time.
const ATTRIBUTE = /(?<![\w-])([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&#038;": "&",
  "&#38;": "&",
  "&quot;": '"',
};

/** Yields the start tags of HTML in linear time. */
export function* elementsOf(html: string): Generator<Element> {
  for (const [, name = "", rest = ""] of html.matchAll(TAG)) {
    const attributes: Record<string, string> = {};
    for (const [, key = "", double, single = ""] of rest.matchAll(ATTRIBUTE)) {
      attributes[key.toLowerCase()] ??= decoded(double ?? single);
    }
    yield { name: name.toLowerCase(), attributes };
  }
}

function decoded(value: string): string {
  return value.replaceAll(/&(?:amp|quot|#0?38);/g, (entity) => ENTITIES[entity] ?? entity);
}
