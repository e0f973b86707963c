import type { ContentType } from "@/contract/content/content-types";
import type { SitePath } from "@/contract/content/site-pages";
import type messages from "@/messages/it.json";
import type { Section } from "./sections";

/*
 * Facts about the pages of contract/content/site-pages.ts, by path. A page without such facts has no entry. Plain Node
 * reads this file too (lib/policy/sources.ts), so it can import only types.
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

/** Facts about a page that only the site needs. All other facts about the page are in the contract. */
export type PageFacts = {
  /** Section of the site to which the page and all pages below it belong. */
  section?: Section;
  /** True if the page is the start of its section. */
  begins?: true;
  /** Redirect target of a page that only redirects. Links use the target directly. */
  leadsTo?: `/${string}`;
  /** Content types that the page shows. A change in one of these types revalidates the page. */
  shows?: readonly ContentType[];
  /** Namespace of the messages in which the search looks for the page's text. */
  words?: PageWords;
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

export const PAGE_FACTS: { readonly [Path in SitePath]?: PageFacts } = {
  "/": { shows: ["stories", "alumni", "posts", "events"], words: "home" },
  "/call-for-ideas": { section: "call", begins: true, words: "call" },
  "/academy": { section: "academy", begins: true, shows: ["lessons"], words: "academy" },
  "/corso": { section: "academy", shows: ["courses"], words: "courses" },
  "/community": {
    section: "community",
    begins: true,
    shows: ["events", "stories"],
    words: "community",
  },
  "/community-event": {
    section: "community",
    shows: ["events"],
    words: "whitepaper",
    third: ["captcha"],
  },
  "/evento": { section: "community", shows: ["events"], words: "events" },
  "/storie": { section: "community", shows: ["stories"], words: "stories" },
  "/network": {
    section: "network",
    begins: true,
    shows: ["people", "posts", "stories"],
    words: "network",
  },
  "/progetti-internazionali": {
    section: "international",
    begins: true,
    shows: ["posts"],
    words: "international",
  },
  "/magazine": { section: "magazine", begins: true, leadsTo: "/magazine/1", words: "magazine" },
  "/chi-siamo": { section: "network", shows: ["stories", "alumni", "people"], words: "about" },
  "/cookie-policy": { section: "magazine" },
  "/accessibilita": { section: "magazine" },
  "/search": { section: "magazine", personal: true },
  "/registration": {
    section: "call",
    words: "registration",
    personal: true,
    only: "signed_out",
    third: ["signIn", "captcha"],
  },
  "/login": {
    section: "call",
    words: "login",
    personal: true,
    only: "signed_out",
    third: ["signIn"],
  },
  "/login/password-recovery": { third: ["captcha"] },
  "/thankyou-page": { section: "call", personal: true },
  "/thankyou-page-registration": { section: "call", personal: true },
  "/dashboard": { section: "call", only: "signed_in" },
  "/dashboard/edit-profile": { third: ["signIn"] },
};
