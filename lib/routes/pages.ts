import type { ContentType } from "@/contract/content/content-types";
import type messages from "@/messages/it.json";
import type { Section } from "./sections";

/*
 * Table of the site's pages. Routing, indexing, search, access control, archiving, and third parties are derived from
 * it. Plain Node reads this file too (lib/policy/sources.ts), so it can import only types.
 */

type Messages = typeof messages;

/** Namespaces of the message catalogue that contain a page's title. */
export type PageWords = {
  [Name in keyof Messages]: Messages[Name] extends { title: string } | { metaTitle: string }
    ? Name
    : never;
}[keyof Messages];

/** Kinds of third-party widgets on a page. */
export type ThirdParty = "signIn" | "captcha";

/** A page of the site, identified by its path without language. */
export type Page = {
  /** Path of the page. `*` matches one segment. */
  path: `/${string}`;
  /** Section of the site to which the page and all pages below it belong. */
  section?: Section;
  /** True if the page is the start of its section. */
  begins?: true;
  /** Redirect target of a page that only redirects. Links use the target directly. */
  leadsTo?: `/${string}`;
  /** Content types that the page shows. A change in one of these types revalidates the page. */
  shows?: readonly ContentType[];
  /** Slug of the content item of type `pages` that the page shows. */
  text?: string;
  /** Namespace of the messages in which the search looks for the page's text. */
  words?: PageWords;
  /** True if an older version of the page exists at {path}OLD. Rule: site.older-pages. */
  older?: true;
  /** True if the page and all pages below it are personal: rendered per request, never cached, never indexed. */
  personal?: true;
  /** Intended visitors of the page. "signed_in" also applies to all pages below it and makes them personal. */
  only?: "signed_in" | "signed_out";
  /**
   * Third parties that the page's content security policy allows. Links to the page use a full page load, because
   * client navigation would keep the previous page's policy.
   */
  third?: readonly ThirdParty[];
};

const TABLE = [
  { path: "/", shows: ["stories", "alumni", "posts", "events"], words: "home", older: true },
  {
    path: "/call-for-ideas",
    section: "call",
    begins: true,
    text: "faq",
    words: "call",
    older: true,
  },
  {
    path: "/academy",
    section: "academy",
    begins: true,
    shows: ["lessons"],
    words: "academy",
    older: true,
  },
  { path: "/corso", section: "academy", shows: ["courses"], words: "courses", older: true },
  {
    path: "/community",
    section: "community",
    begins: true,
    shows: ["events", "stories"],
    words: "community",
    older: true,
  },
  {
    path: "/community-event",
    section: "community",
    shows: ["events"],
    words: "whitepaper",
    older: true,
    third: ["captcha"],
  },
  { path: "/evento", section: "community", shows: ["events"], words: "events", older: true },
  // The path leads to an event's calendar file, not to a page.
  { path: "/evento/*/calendar" },
  { path: "/storie", section: "community", shows: ["stories"], words: "stories", older: true },
  {
    path: "/network",
    section: "network",
    begins: true,
    shows: ["people", "posts", "stories"],
    words: "network",
    older: true,
  },
  {
    path: "/progetti-internazionali",
    section: "international",
    begins: true,
    shows: ["posts"],
    words: "international",
    older: true,
  },
  {
    path: "/magazine",
    section: "magazine",
    begins: true,
    leadsTo: "/magazine/1",
    words: "magazine",
    older: true,
  },
  {
    path: "/chi-siamo",
    section: "network",
    shows: ["stories", "alumni", "people"],
    words: "about",
    older: true,
  },
  { path: "/cookie-policy", section: "magazine", text: "cookie-policy", older: true },
  { path: "/accessibilita", section: "magazine", text: "accessibility" },
  { path: "/search", section: "magazine", personal: true },

  {
    path: "/registration",
    section: "call",
    words: "registration",
    personal: true,
    only: "signed_out",
    third: ["signIn", "captcha"],
  },
  { path: "/registration/confirm" },
  {
    path: "/login",
    section: "call",
    words: "login",
    personal: true,
    only: "signed_out",
    third: ["signIn"],
  },
  { path: "/login/email-change" },
  { path: "/login/invitation" },
  { path: "/login/password-recovery", third: ["captcha"] },
  { path: "/login/password-recovery/confirm" },
  { path: "/login/password-reset" },
  { path: "/thankyou-page", section: "call", personal: true },
  { path: "/thankyou-page-registration", section: "call", personal: true },

  { path: "/dashboard", section: "call", older: true, only: "signed_in" },
  { path: "/dashboard/edit-profile", older: true, third: ["signIn"] },
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
] as const satisfies readonly Page[];

/**
 * All pages of the site except item pages, whose paths are derived from their content types
 * (contract/content/content-types.ts).
 */
export const PAGES: readonly Page[] = TABLE;

/** Path of a page in the table of pages. */
export type PagePath = (typeof TABLE)[number]["path"];

export const SEARCH_PATH = "/search" satisfies PagePath;
