/*
 * Slugs of items, in any script: what WordPress derives from a title, or a file name. WordPress, addresses,
 * and the preview button percent-encode non-ASCII characters. Site and back end keep the letters.
 */

/** Letters of any script with their marks, digits, _ and -. No character has a special meaning in an address. */
export const SLUG = /^[\p{L}\p{M}\p{N}_-]{1,200}$/u;

/** Decodes a slug that can be percent-encoded. */
export function plainSlug(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
