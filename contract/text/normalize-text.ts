/*
 * Normalises texts for comparison and for addresses. Site and back end use these functions, so that their results are
 * equal.
 */

/**
 * Returns a text without accents and in lower case. Converts ligatures and full-width letters to plain ones:
 * "Perché" → "perche", "ﬁnale" → "finale".
 */
export function fold(text: string): string {
  // Combining accents are removed before normalisation, because sorting many of them takes quadratic time.
  return withoutAccents(withoutAccents(text).normalize("NFKD")).toLowerCase();
}

const withoutAccents = (text: string) => text.replaceAll(/\p{M}/gu, "");

/**
 * Returns a text for an address or a file name: ASCII letters and digits in words joined by hyphens. Returns "" for a
 * text without ASCII letters and digits.
 */
export function slugOf(text: string): string {
  return joined(fold(text), /[^a-z0-9]+/g);
}

/**
 * Returns a text for an address or a file name, like `slugOf`. A text without ASCII letters and digits keeps its
 * original script.
 */
export function slugInScript(text: string): string {
  return slugOf(text) || joined(fold(text), /[^\p{L}\p{N}]+/gu);
}

const joined = (text: string, between: RegExp) =>
  text.replaceAll(between, "-").replaceAll(/^-|-$/g, "");
