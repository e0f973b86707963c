/** A page that remembers where somebody was going (rule account.next): `next` as `safeNext` returned it, "" for nowhere. */
export function withNext(path: string, next: string): string {
  return next === "" ? path : `${path}?${new URLSearchParams({ next })}`;
}

const SITE = "https://site.invalid";
const MAX = 2000;
/** Where nobody is sent after signing in: the sign-in itself, and what is not a page. */
const NO_PLACE = /^\/(?:en\/)?(?:login|registration|api|wp-json|_next)(?:\/|$)/;

/**
 * `next` is only ever a path of this site: anything a browser could read as another origin, and
 * anything that is not a page to land on, becomes the fallback.
 */
export function safeNext(value: string | null | undefined, fallback: string): string {
  if (!value || value.length > MAX) return fallback;
  // Browsers drop white space and control characters, and read a backslash as a slash.
  if (!/^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(value)) return fallback;
  if (!URL.canParse(value, SITE)) return fallback;
  const { origin, pathname, search, hash } = new URL(value, SITE);
  // "/.//evil.example" resolves to a path that begins with two slashes.
  if (origin !== SITE || pathname.startsWith("//")) return fallback;
  if (/%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(pathname)) return fallback;
  if (NO_PLACE.test(pathname)) return fallback;
  return pathname + search + hash;
}
