/*
 * How both programs compare texts and make addresses of them, so that one finds what the other named.
 */

/**
 * Letters without accents, in lower case; ligatures and full-width letters as the plain ones they
 * stand for: "Perché" → "perche", "ﬁnale" → "finale".
 */
export function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/**
 * A text as part of an address or of a file's name: ASCII letters and figures, words joined by
 * hyphens. Empty when it has neither.
 */
export function slugOf(text: string): string {
  return fold(text)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
