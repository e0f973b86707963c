/*
 * Slugs of content items, in any script, from a WordPress title or a file name. WordPress, addresses, and the preview
 * button percent-encode non-ASCII characters. Site and back end work with the decoded letters.
 */

/**
 * Characters of a slug: letters of any script with their marks, digits, _ and -. No character has a special meaning in
 * an address.
 */
export const SLUG = /^[\p{L}\p{M}\p{N}_-]{1,200}$/u;

/** Returns a slug with its percent-encoded characters decoded. */
export function plainSlug(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
