import { isBelow } from "./path";

/** The public pages and those of accounts (specification part 2), without language; `*` is one segment. */
const PAGES = [
  "/",
  "/academy",
  "/call-for-ideas",
  "/chi-siamo",
  "/community",
  "/community-event",
  "/cookie-policy",
  "/corso",
  "/corso/*",
  "/evento",
  "/evento/*",
  "/evento/*/calendar",
  "/network",
  "/progetti-internazionali",
  "/magazine",
  "/magazine/*",
  "/storie",
  "/storie/*",
  "/login",
  "/login/*",
  "/login/password-recovery/confirm",
  "/registration",
  "/registration/*",
  "/thankyou-page",
  "/thankyou-page-registration",
];

const PATTERNS = PAGES.map((page) => new RegExp(`^${page.replace("/*", "/[^/]+")}$`));

/**
 * Whether a path (without its language) can be a page at all. What cannot is answered with the 404
 * page as finished HTML; a page that finds nothing for its slug says so itself, with notFound().
 */
export function isKnown(path: string): boolean {
  if (isBelow(path, "/dashboard")) return true;
  // Every public page may have an older version under its name and OLD.
  return PATTERNS.some((pattern) => pattern.test(path.replace(/OLD$/, "")));
}
