/*
 * Content security policies as objects, and the policies of responses that are not pages. The site and the back end
 * both import this file; the policies of pages are in lib/policy. This file has no imports, because plain Node.js also
 * reads it (lib/page-cache).
 */

/** A directive of a content security policy that a response of this product uses. */
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

/**
 * A content security policy: each directive with its list of allowed sources. A missing or undefined directive is not
 * sent.
 */
export type ContentPolicy = { readonly [Name in Directive]?: readonly string[] | undefined };

/** Returns a content security policy as a header value. */
export function policyText(policy: ContentPolicy): string {
  return Object.entries(policy)
    .flatMap(([name, sources]) => (sources ? [[name, ...sources].join(" ")] : []))
    .join("; ");
}

/**
 * Content security policy for the site's files, whose responses state the correct media type. The policy only forbids
 * framing.
 */
export const NO_FRAMES = { "frame-ancestors": ["'none'"] } satisfies ContentPolicy;

/**
 * Content security policy for responses that are not pages. If a browser opens such a response as a page, no script
 * runs.
 */
export const NO_PAGE = { "default-src": ["'none'"], ...NO_FRAMES } satisfies ContentPolicy;

/** Content security policy for downloads: no scripts, no loads, and no framing. */
export const INERT = { sandbox: [], ...NO_PAGE } satisfies ContentPolicy;
