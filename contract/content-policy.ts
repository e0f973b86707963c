/*
 * A content security policy as an object, and those of answers that are not pages, which both programs
 * give. Pages have theirs in lib/policy. Plain Node reads this file, too (lib/first-paint): it imports
 * nothing.
 */

/** A directive of a content security policy that some answer uses. */
export type Directive =
  | "sandbox"
  | "default-src"
  | "script-src"
  | "style-src"
  | "style-src-attr"
  | "img-src"
  | "media-src"
  | "font-src"
  | "connect-src"
  | "frame-src"
  | "object-src"
  | "base-uri"
  | "form-action"
  | "frame-ancestors";

/** Directives with their sources; one that is absent or undefined is not sent. */
export type ContentPolicy = { readonly [Name in Directive]?: readonly string[] | undefined };

/** A policy as its header value. */
export function policyText(policy: ContentPolicy): string {
  return Object.entries(policy)
    .flatMap(([name, sources]) => (sources ? [[name, ...sources].join(" ")] : []))
    .join("; ");
}

/** For the site's files, which declare their own type. */
export const NO_FRAMES = { "frame-ancestors": ["'none'"] } satisfies ContentPolicy;

/** For answers that are not pages: were one opened as a page, nothing in it would run. */
export const NO_PAGE = { "default-src": ["'none'"], ...NO_FRAMES } satisfies ContentPolicy;

/** For downloads, which stay inert wherever they are opened: no scripts, no loads, no framing. */
export const INERT = { sandbox: [], ...NO_PAGE } satisfies ContentPolicy;
