import type { ContentPolicy } from "@/contract/content-policy";
import { consentedSources, type PolicyEnv, pageSources } from "./sources.ts";

/*
 * The content security policy of pages, written once for both kinds (docs/decisions/0010). Plain Node
 * reads this file, too (lib/first-paint/page-policy.cjs): of @/ it imports only types.
 */

/** What allows the inline scripts and styles of one page. */
export type Inline =
  /** A page rendered per request; development also compiles in the browser. */
  | { nonce: string; development?: boolean }
  /** A prerendered page: hashes of exactly what it contains. */
  | { hashes: { script: readonly string[]; style: readonly string[] } };

/**
 * The policy of a page, by its path without language: a provider's button or a captcha
 * may be on it. `env` holds the variables of third parties.
 */
export function pagePolicy(inline: Inline, path: string, env: PolicyEnv): ContentPolicy {
  const here = pageSources(path, env);
  const consented = consentedSources(env);
  const own = "nonce" in inline ? byNonce(inline) : byHashes(inline.hashes, consented.script);
  return {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...own.script, ...here.script],
    "style-src": ["'self'", ...own.style, ...here.style],
    "style-src-attr": own.styleAttributes,
    "img-src": ["'self'", ...own.blobs, "data:", ...consented.report],
    "media-src": own.blobs.length > 0 ? ["'self'", ...own.blobs] : undefined,
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...consented.report, ...here.connect],
    "frame-src": here.frame.length > 0 ? here.frame : undefined,
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
}

/** What differs from one kind of page to the other. */
type Own = {
  script: readonly string[];
  style: readonly string[];
  /** Undefined where style-src covers attributes too. */
  styleAttributes?: readonly string[];
  /** Blobs the page creates and shows itself: a chosen file, a recorded video. */
  blobs: readonly string[];
};

/**
 * Only scripts that carry the nonce run, and what they load: consented third parties need no sources
 * except for reporting, and `here.script` is for browsers without 'strict-dynamic'. Styles
 * may be inline: the toaster and style attributes need it.
 */
function byNonce({ nonce, development }: { nonce: string; development?: boolean }): Own {
  const script = [
    `'nonce-${nonce}'`,
    "'strict-dynamic'",
    ...(development ? ["'unsafe-eval'"] : []),
  ];
  return { script, style: ["'unsafe-inline'"], blobs: ["blob:"] };
}

function byHashes(
  { script, style }: { script: readonly string[]; style: readonly string[] },
  consented: readonly string[],
): Own {
  return {
    script: [...script, ...consented],
    style,
    // Custom properties computed for figures and covers.
    styleAttributes: ["'unsafe-inline'"],
    blobs: [],
  };
}

/**
 * The cross-origin opener policy. A provider's window tells the page that opened it
 * who signed in: there, and only there, windows that the page opens may communicate with it.
 */
export function openerPolicy(
  path: string,
  env: PolicyEnv,
): "same-origin" | "same-origin-allow-popups" {
  return pageSources(path, env).popups ? "same-origin-allow-popups" : "same-origin";
}

/** The nonce a policy gives to this response's scripts; undefined when it gives none. */
export function nonceOf(policy: string | null): string | undefined {
  return /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
}
