/*
 * Finds elements in sanitised HTML in linear time. A single regular expression for start tag, content, and end tag
 * would take quadratic time on texts without end tags.
 */

/** An HTML element: the match of its start tag, its inner HTML, its whole HTML, and its position. */
type Found = { start: RegExpExecArray; inner: string; whole: string; at: number };

/**
 * Yields the HTML elements in a text, each from a start tag to the next end tag, without nesting.
 *
 * @param start a regular expression with the global flag
 */
export function* elementsIn(html: string, start: RegExp, end: string): Generator<Found> {
  let from = 0;
  for (const found of html.matchAll(start)) {
    if (found.index < from) continue;
    const inner = found.index + found[0].length;
    const close = html.indexOf(end, inner);
    if (close < 0) return;
    from = close + end.length;
    yield {
      start: found,
      inner: html.slice(inner, close),
      whole: html.slice(found.index, from),
      at: found.index,
    };
  }
}

/** Replaces each matching HTML element in a text. */
export function withElements(
  html: string,
  start: RegExp,
  end: string,
  replace: (found: Found) => string,
): string {
  let made = "";
  let from = 0;
  for (const found of elementsIn(html, start, end)) {
    made += html.slice(from, found.at) + replace(found);
    from = found.at + found.whole.length;
  }
  return made + html.slice(from);
}
