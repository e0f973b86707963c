/*
 * The slugs of items: what WordPress makes of a title, or what a file is called, in any script. WordPress, addresses and
 * its preview button percent-encode what is outside ASCII; both programs keep the letters themselves.
 */

/** Letters of any script with their marks, digits, _ and -: no character with a special meaning in an address. */
export const SLUG = /^[\p{L}\p{M}\p{N}_-]{1,200}$/u;

/** A slug by its letters, however it came. */
export function plainSlug(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
