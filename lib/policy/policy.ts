import type { ContentPolicy } from "@/contract/content-policy";
import { FIRST_FRAME_HASH } from "../browser/first-frame.ts";
import { consentedSources, type PolicyEnv, pageSources } from "./sources.ts";

/*
 * Content security policy of rendered and prerendered pages (docs/decisions/0010). Plain Node reads this file too
 * (lib/page-cache/page-policy.cjs), so it can import only types from `@/`.
 */

/** The nonce or the hashes with which the policy allows the inline scripts and styles of one page. */
export type Inline =
  /** For a page rendered per request: a nonce. `development` also allows scripts that are compiled in the browser. */
  | { nonce: string; development?: boolean }
  /** For a prerendered page: hashes of its inline scripts and styles. */
  | { hashes: { script: readonly string[]; style: readonly string[] } };

/**
 * Returns the content security policy of a page, by its path without language, because only some pages have sign-in
 * buttons or a captcha. `env` contains the third-party variables.
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

/** Parts of the content security policy that differ between rendered and prerendered pages. */
type Own = {
  script: readonly string[];
  style: readonly string[];
  /** Sources for style-src-attr. Undefined if style-src covers attributes too. */
  styleAttributes?: readonly string[];
  /** Sources for blobs that the page creates and shows: a file that the user chose, or a recorded video. */
  blobs: readonly string[];
};

/**
 * Returns the content security policy's parts for a rendered page. Only scripts with the nonce, scripts that these
 * load, and the script FIRST_FRAME run. These scripts load the scripts of third parties, so the policy lists only the
 * origins to which third parties send reports. `here.script` is for browsers without 'strict-dynamic'. Inline styles
 * are allowed, because the toaster and style attributes need them.
 */
function byNonce({ nonce, development }: { nonce: string; development?: boolean }): Own {
  const script = [
    `'nonce-${nonce}'`,
    "'strict-dynamic'",
    `'${FIRST_FRAME_HASH}'`,
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
    // Inline style attributes are allowed, because charts and covers set computed custom properties in them.
    styleAttributes: ["'unsafe-inline'"],
    blobs: [],
  };
}

/**
 * Returns the cross-origin opener policy of a page. Popups can communicate only with pages that have provider sign-in,
 * because the provider's window reports the signed-in user to the page.
 */
export function openerPolicy(
  path: string,
  env: PolicyEnv,
): "same-origin" | "same-origin-allow-popups" {
  return pageSources(path, env).popups ? "same-origin-allow-popups" : "same-origin";
}

/** Returns the nonce in a content security policy, or undefined if it has none. */
export function nonceOf(policy: string | null): string | undefined {
  return /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
}
