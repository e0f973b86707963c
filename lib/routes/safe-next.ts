const SITE = "https://site.invalid";
const MAX = 2000;
/** Where nobody is sent after signing in: the sign-in itself, and what is no page. */
const NO_PLACE = /^\/(?:en\/)?(?:login|registration|api|wp-json|_next)(?:\/|$)/;

/**
 * `next` is only ever a path of this site: anything a browser could read as another origin, and
 * anything that is no page to arrive at, becomes the fallback.
 */
export function safeNext(value: string | null | undefined, fallback: string): string {
  if (!value || value.length > MAX) return fallback;
  // White space and control characters are dropped by browsers, a backslash is read as a slash.
  if (!/^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(value)) return fallback;
  if (!URL.canParse(value, SITE)) return fallback;
  const { origin, pathname, search, hash } = new URL(value, SITE);
  // "/.//evil.example" resolves to a path that begins with two slashes.
  if (origin !== SITE || pathname.startsWith("//")) return fallback;
  if (/%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(pathname)) return fallback;
  if (NO_PLACE.test(pathname)) return fallback;
  return pathname + search + hash;
}
