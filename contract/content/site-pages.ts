/*
 * Table of the site's pages, except the pages that each show one article or other content item. The site and the
 * content check read this table.
 */

/** A page of the site, identified by its path without language. */
type SitePage = {
  /** Path of the page. `*` matches one segment. */
  path: `/${string}`;
  /** Slug of the content item of type `pages` that the page shows. */
  text?: string;
  /** True if an older version of the page exists at {path}OLD. Rule: site.older-pages. */
  older?: true;
};

const TABLE = [
  { path: "/", older: true },
  { path: "/call-for-ideas", text: "faq", older: true },
  { path: "/academy", older: true },
  { path: "/corso", older: true },
  { path: "/community", older: true },
  { path: "/community-event", older: true },
  { path: "/evento", older: true },
  // The path leads to an event's calendar file, not to a page.
  { path: "/evento/*/calendar" },
  { path: "/storie", older: true },
  { path: "/network", older: true },
  { path: "/progetti-internazionali", older: true },
  { path: "/magazine", older: true },
  { path: "/chi-siamo", older: true },
  { path: "/cookie-policy", text: "cookie-policy", older: true },
  { path: "/accessibilita", text: "accessibility" },
  { path: "/search" },
  { path: "/registration" },
  { path: "/registration/confirm" },
  { path: "/login" },
  { path: "/login/email-change" },
  { path: "/login/invitation" },
  { path: "/login/password-recovery" },
  { path: "/login/password-recovery/confirm" },
  { path: "/login/password-reset" },
  { path: "/thankyou-page" },
  { path: "/thankyou-page-registration" },
  { path: "/dashboard", older: true },
  { path: "/dashboard/edit-profile", older: true },
  { path: "/dashboard/evaluation", older: true },
  { path: "/dashboard/evaluation/*" },
  { path: "/dashboard/evaluation/discussions/*" },
  { path: "/dashboard/invitation" },
  { path: "/dashboard/project", older: true },
  { path: "/dashboard/project/*" },
  { path: "/dashboard/regia" },
  { path: "/dashboard/regia/avvisi" },
  { path: "/dashboard/regia/candidature" },
  { path: "/dashboard/regia/candidature/*" },
  { path: "/dashboard/regia/numeri" },
  { path: "/dashboard/regia/persone" },
  { path: "/dashboard/regia/persone/*" },
  { path: "/dashboard/regia/edizione" },
  { path: "/dashboard/regia/edizione/letture" },
  { path: "/dashboard/regia/email" },
  { path: "/dashboard/regia/email/lettere" },
  { path: "/dashboard/regia/email/lettere/*" },
  { path: "/dashboard/regia/email/modelli" },
  { path: "/dashboard/regia/persone/richieste" },
  { path: "/dashboard/regia/persone/staff" },
  { path: "/dashboard/regia/persone/whitepaper" },
  { path: "/dashboard/regia/registro" },
  { path: "/dashboard/regia/selezione" },
  { path: "/dashboard/regia/valutatori" },
  { path: "/dashboard/regia/valutatori/assegnazione" },
] as const satisfies readonly SitePage[];

/** Path of a page in the table of pages. */
export type SitePath = (typeof TABLE)[number]["path"];

export const SITE_PAGES: readonly (SitePage & { path: SitePath })[] = TABLE;

/**
 * Older versions of pages: the path, the slug of the content item of type `pages` with the page's text, and the path of
 * the current version. The older version of the home page is at /OLD.
 */
export const OLDER_PAGES = SITE_PAGES.filter(({ older }) => older).map(({ path }) => ({
  slug: `${path.slice(1).replaceAll("/", "-") || "home"}old`,
  path: `${path}OLD`,
  today: path,
}));

/** Slugs of the texts of type `pages` that at least one page of the site shows. */
export const PAGE_TEXTS: readonly string[] = [
  ...SITE_PAGES.flatMap(({ text }) => text ?? []),
  ...OLDER_PAGES.map(({ slug }) => slug),
];

/** Returns the path of the page that shows a text of type `pages`, or undefined if no page shows the text. */
export function pathOfText(slug: string): string | undefined {
  const page = SITE_PAGES.find(({ text }) => text === slug);
  return page?.path ?? OLDER_PAGES.find((older) => older.slug === slug)?.path;
}

const PATTERNS = SITE_PAGES.map(({ path }) => new RegExp(`^${path.replace("/*", "/[^/]+")}$`));

/** Reports whether the site has a page at a path without language, except the pages that each show one content item. */
export function isSitePage(path: string): boolean {
  return PATTERNS.some((known) => known.test(path)) || OLDER_PAGES.some((one) => one.path === path);
}
