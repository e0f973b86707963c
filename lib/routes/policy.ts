import { config } from "../config";
import { isPrivate } from "./guard";
import { isBelow, placeOf } from "./path";
import { SEARCH_PATH } from "./public-pages";

/** Pages of accounts: forms for passwords and links with tokens in them. */
const ACCOUNT = ["/login", "/registration", "/thankyou-page", "/thankyou-page-registration"];

/** What somebody looks for is theirs, too. */
const PERSONAL = [...ACCOUNT, SEARCH_PATH];

/** Whether a page is somebody's own: rendered per request, never stored, under the strict policy. */
export function isPersonal(pathname: string): boolean {
  const { path } = placeOf(pathname);
  return isPrivate(path) || PERSONAL.some((root) => isBelow(path, root));
}

/**
 * The content security policy of personal pages: only scripts that carry this answer's nonce run,
 * and what they load. Styles may be inline: the toaster and style attributes need it.
 *
 * @param path the page's, without its language: some pages hold a provider's button or a captcha
 */
export function strictPolicy(
  nonce: string,
  { path, development }: { path: string; development: boolean },
): string {
  const here = config.pageSources(path);
  // What a trusted script loads is trusted by 'strict-dynamic'; where it reports to is not.
  const reports = config.consentedSources.report;
  return [
    "default-src 'self'",
    // The development server compiles in the browser.
    [
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
      // For browsers that do not know 'strict-dynamic'; all others trust the nonce alone.
      ...here.script,
    ].join(" "),
    ["style-src 'self' 'unsafe-inline'", ...here.style].join(" "),
    ["img-src 'self' blob: data:", ...reports].join(" "),
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...reports, ...here.connect].join(" "),
    ...(here.frame.length > 0 ? [["frame-src", ...here.frame].join(" ")] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * What keeps other windows apart from a page's. A provider's window tells the page that opened it
 * whom it has met: there, and only there, windows that the page opens may speak to it.
 */
export function openerPolicy(path: string): "same-origin" | "same-origin-allow-popups" {
  return config.pageSources(path).popups ? "same-origin-allow-popups" : "same-origin";
}

/** The nonce a policy gives to this answer's scripts; undefined when it gives none. */
export function nonceOf(policy: string | null): string | undefined {
  return /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
}
