import { archivedAt } from "./archive";

/** The public pages, those of accounts and the private area (specification part 2), without language; `*` is one segment. */
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
  "/search",
  "/magazine",
  "/magazine/*",
  "/storie",
  "/storie/*",
  "/login",
  "/login/invitation",
  "/login/password-recovery",
  "/login/password-recovery/confirm",
  "/login/password-reset",
  "/registration",
  "/registration/confirm",
  "/thankyou-page",
  "/thankyou-page-registration",
  "/dashboard",
  "/dashboardOLD",
  "/dashboard/edit-profile",
  "/dashboard/evaluation",
  "/dashboard/evaluation/*",
  "/dashboard/project",
  "/dashboard/project/*",
];

const PATTERNS = PAGES.map((page) => new RegExp(`^${page.replace("/*", "/[^/]+")}$`));

/**
 * Whether a path (without its language) can be a page at all. What cannot is answered with the 404
 * page as finished HTML; a page that finds nothing for its slug says so itself, with notFound().
 */
export function isKnown(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path)) || archivedAt(path) !== undefined;
}
