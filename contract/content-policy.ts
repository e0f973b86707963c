/*
 * Content security policies as objects, and the policies of responses that are not pages, which site and back
 * end share. Policies of pages are in lib/policy. This file has no imports, because plain Node.js also reads
 * it (lib/page-cache).
 */

/** Directive of a content security policy that a response uses. */
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

/** Directives with their sources. Absent and undefined directives are not sent. */
export type ContentPolicy = { readonly [Name in Directive]?: readonly string[] | undefined };

/** Returns a policy as a header value. */
export function policyText(policy: ContentPolicy): string {
  return Object.entries(policy)
    .flatMap(([name, sources]) => (sources ? [[name, ...sources].join(" ")] : []))
    .join("; ");
}

/** Policy for files of the site, which declare their own type. */
export const NO_FRAMES = { "frame-ancestors": ["'none'"] } satisfies ContentPolicy;

/** Policy for responses that are not pages. If a browser opens one as a page, no script runs. */
export const NO_PAGE = { "default-src": ["'none'"], ...NO_FRAMES } satisfies ContentPolicy;

/** Policy for downloads: no scripts, no loads, and no framing. */
export const INERT = { sandbox: [], ...NO_PAGE } satisfies ContentPolicy;
