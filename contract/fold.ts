/*
 * How both programs compare texts and make addresses of them, so that one finds what the other named.
 */

/**
 * Letters without accents, in lower case; ligatures and full-width letters as the plain ones they
 * stand for: "Perché" → "perche", "ﬁnale" → "finale".
 */
export function fold(text: string): string {
  // Accents of their own go first: putting a long row of them in order takes the square of its length.
  return withoutAccents(withoutAccents(text).normalize("NFKD")).toLowerCase();
}

const withoutAccents = (text: string) => text.replaceAll(/\p{M}/gu, "");

/**
 * A text as part of an address or of a file's name: ASCII letters and figures, words joined by
 * hyphens. Empty when it has neither.
 */
export function slugOf(text: string): string {
  return joined(fold(text), /[^a-z0-9]+/g);
}

/** The same for an address of the site, where a text has no such letters: in its own script. */
export function slugInScript(text: string): string {
  return slugOf(text) || joined(fold(text), /[^\p{L}\p{N}]+/gu);
}

const joined = (text: string, between: RegExp) =>
  text.replaceAll(between, "-").replaceAll(/^-|-$/g, "");
