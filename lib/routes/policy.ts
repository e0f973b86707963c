import { config } from "../config";
import { isPrivate } from "./guard";
import { isBelow, placeOf } from "./path";

/** Pages of accounts: forms for passwords and links with tokens in them. */
const ACCOUNT = ["/login", "/registration", "/thankyou-page", "/thankyou-page-registration"];

/** Whether a page is somebody's own: rendered per request, never stored, under the strict policy. */
export function isPersonal(pathname: string): boolean {
  const { path } = placeOf(pathname);
  return isPrivate(path) || ACCOUNT.some((root) => isBelow(path, root));
}

/**
 * The content security policy of personal pages: only scripts that carry this answer's nonce run,
 * and what they load. Styles may be inline: the toaster and style attributes need it.
 */
export function strictPolicy(nonce: string, { development }: { development: boolean }): string {
  // What a trusted script loads is trusted by 'strict-dynamic'; where it reports to is not.
  const reports = config.consentedSources.report;
  return [
    "default-src 'self'",
    // The development server compiles in the browser.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' blob: data:", ...reports].join(" "),
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...reports].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
