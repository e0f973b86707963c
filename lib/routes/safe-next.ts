/**
 * Adds the query parameter `next` to a path: the page to open after sign-in. `next` is a result of `safeNext`; "" adds
 * nothing. Rule: account.next.
 */
export function withNext(path: string, next: string): string {
  return next === "" ? path : `${path}?${new URLSearchParams({ next })}`;
}

const SITE = "https://site.invalid";
const MAX = 2000;
/** Paths that cannot be opened after sign-in: the sign-in pages, and paths that are not pages. */
const NO_PLACE = /^\/(?:en\/)?(?:login|registration|api|wp-json|_next)(?:\/|$)/;

/**
 * Returns `value` if it is a safe path to a page of this site, else the fallback. Rejects values that a browser could
 * read as another origin.
 */
export function safeNext(value: string | null | undefined, fallback: string): string {
  if (!value || value.length > MAX) return fallback;
  // Browsers drop white space and control characters in a URL, and treat a backslash as a slash.
  if (!/^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(value)) return fallback;
  if (!URL.canParse(value, SITE)) return fallback;
  const { origin, pathname, search, hash } = new URL(value, SITE);
  // The path "/.//evil.example" resolves to a path that begins with two slashes, which browsers read as another host.
  if (origin !== SITE || pathname.startsWith("//")) return fallback;
  if (/%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(pathname)) return fallback;
  if (NO_PLACE.test(pathname)) return fallback;
  return pathname + search + hash;
}
