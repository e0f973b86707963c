import type { ContentType } from "@/contract/content/content-types";
import type messages from "@/messages/it.json";
import type { Section } from "./sections";

/*
 * The map of the site: one row per page. What is known, indexed, searchable, guarded, archived or allowed to
 * load a third party follows from here. Plain Node reads this file, too (lib/policy/sources.ts): it
 * imports nothing but types.
 */

type Messages = typeof messages;

/** Message namespaces that name their page. */
export type PageWords = {
  [Name in keyof Messages]: Messages[Name] extends { title: string } | { metaTitle: string }
    ? Name
    : never;
}[keyof Messages];

/** Third-party widgets on a page. */
export type ThirdParty = "signIn" | "captcha";

/** A page, by its path without language. */
export type Page = {
  /** `*` is one segment. */
  path: `/${string}`;
  /** Its hue, also for what lies below. */
  section?: Section;
  /** The section begins here. */
  begins?: true;
  /** It only redirects to this URL, which links use directly. */
  leadsTo?: `/${string}`;
  /** The types of content it shows: when one of them changes, so does the page. */
  shows?: readonly ContentType[];
  /** The item of the content's `pages` that it shows. */
  text?: string;
  /** The messages by which the search finds it. */
  words?: PageWords;
  /** An older version is kept under {path}OLD (rule site.older-pages). */
  older?: true;
  /** Personal, as is everything below: rendered per request, never cached, never indexed. */
  personal?: true;
  /** Who it is for; "signed_in" also applies to everything below, and makes it personal. */
  only?: "signed_in" | "signed_out";
  /** Its policy admits them, so it is reached by a full page load. */
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
  // Not a page, but a URL: an event's calendar file.
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
  { path: "/dashboard/invitation" },
  { path: "/dashboard/project", older: true },
  { path: "/dashboard/project/*" },
  { path: "/dashboard/regia" },
  { path: "/dashboard/regia/candidature" },
  { path: "/dashboard/regia/candidature/*" },
  { path: "/dashboard/regia/persone" },
  { path: "/dashboard/regia/persone/*" },
  { path: "/dashboard/regia/edizione" },
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

/** Every page but those of single items, whose addresses follow from their types (contract/content/content-types.ts). */
export const PAGES: readonly Page[] = TABLE;

/** The path of a page of the table. */
export type PagePath = (typeof TABLE)[number]["path"];

/** The search's own page. */
export const SEARCH_PATH = "/search" satisfies PagePath;
