/*
 * Elements in clean HTML, found by looking at each character once: an expression that looks for a start tag, anything,
 * and an end tag takes the square of a text's length where end tags are missing.
 */

/** An element: what its start tag's expression found, what stands in it, and all of it. */
type Found = { start: RegExpExecArray; inner: string; whole: string; at: number };

/**
 * The elements of a text from each start tag to the next end tag, none inside another.
 *
 * @param start global
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

/** The text with each of these elements replaced. */
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
