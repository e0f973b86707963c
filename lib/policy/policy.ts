import type { ContentPolicy } from "@/contract/content-policy";
import { consentedSources, type PolicyEnv, pageSources } from "./sources.ts";

/*
 * The content security policy of pages, for rendered and prerendered pages (docs/decisions/0010). Plain Node reads this
 * file too (lib/page-cache/page-policy.cjs), so it can import only types from `@/`.
 */

/** The permission for the inline scripts and styles of one page. */
export type Inline =
  /** For a page rendered per request. `development` also allows scripts compiled in the browser. */
  | { nonce: string; development?: boolean }
  /** For a prerendered page: hashes of its exact inline scripts and styles. */
  | { hashes: { script: readonly string[]; style: readonly string[] } };

/**
 * Returns the policy of a page, by its path without language, because only some pages have sign-in buttons or a captcha.
 * `env` contains the third-party variables.
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

/** The parts that differ between a rendered and a prerendered page. */
type Own = {
  script: readonly string[];
  style: readonly string[];
  /** The style-src-attr sources. Undefined when style-src covers attributes too. */
  styleAttributes?: readonly string[];
  /** Sources for blobs that the page creates and shows: a chosen file, or a recorded video. */
  blobs: readonly string[];
};

/**
 * Returns the policy parts of a rendered page. Only scripts with the nonce and scripts loaded by them run, so consented
 * third parties need sources only for reporting. `here.script` is for browsers without 'strict-dynamic'. Styles can be
 * inline, because the toaster and style attributes need it.
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
    // Figures and covers set computed custom properties inline.
    styleAttributes: ["'unsafe-inline'"],
    blobs: [],
  };
}

/**
 * Returns the cross-origin opener policy. Only on pages with provider sign-in can popups communicate with the page,
 * because the provider's window reports the signed-in user to it.
 */
export function openerPolicy(
  path: string,
  env: PolicyEnv,
): "same-origin" | "same-origin-allow-popups" {
  return pageSources(path, env).popups ? "same-origin-allow-popups" : "same-origin";
}

/** Returns the nonce in a policy. Undefined without a nonce. */
export function nonceOf(policy: string | null): string | undefined {
  return /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
}
