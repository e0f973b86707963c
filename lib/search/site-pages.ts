import { createTranslator } from "next-intl";
import { config } from "../config";
import type { Locale } from "../i18n/routing";
import { GRANT, MOROCCO_GRANT } from "../programme";

/** A page whose words are the site's own, as the search sees it. */
export type SitePage = {
  /** Without its language; a file's address is the whole one. */
  path: string;
  file: boolean;
  title: string;
  description: string;
  /** All its words. */
  text: string;
};

/** Messages of a language by their namespaces. */
export type Words = Record<string, unknown>;

/** The pages that stand by themselves: where their words are, and which of them is the title. */
const PAGES = [
  { path: "/", namespace: "home", title: "metaTitle" },
  { path: "/call-for-ideas", namespace: "call" },
  { path: "/academy", namespace: "academy" },
  { path: "/corso", namespace: "courses" },
  { path: "/community", namespace: "community" },
  { path: "/community-event", namespace: "whitepaper" },
  { path: "/evento", namespace: "events" },
  { path: "/storie", namespace: "stories" },
  { path: "/network", namespace: "network" },
  { path: "/progetti-internazionali", namespace: "international" },
  { path: "/magazine/1", namespace: "magazine" },
  { path: "/chi-siamo", namespace: "about" },
  { path: "/registration", namespace: "registration" },
  { path: "/login", namespace: "login" },
] as const;

/** What descriptions say of the programme. */
const FIGURES: Record<string, { amount: number }> = {
  call: { amount: GRANT },
  international: { amount: MOROCCO_GRANT },
};

/** The pages and documents of a language that are no content, with their words. */
export function sitePages(locale: Locale, messages: Words): SitePage[] {
  // Keys are put together here, so they are plain text to the types.
  const t = createTranslator({ locale, messages: messages as never }) as unknown as {
    (key: string, values?: Record<string, number>): string;
    has: (key: string) => boolean;
  };
  const pages = PAGES.map(({ path, namespace, ...page }) => ({
    path,
    file: false,
    title: t(`${namespace}.${"title" in page ? page.title : "title"}`),
    description: t.has(`${namespace}.metaDescription`)
      ? t(`${namespace}.metaDescription`, FIGURES[namespace])
      : "",
    text: plainWords(messages[namespace]),
  }));
  const documents = (["webPrivacy", "privacyNotice"] as const).map((document) => ({
    path: config.policies[document][locale],
    file: true,
    title: t(`policy.${document}`),
    description: "",
    text: t(`footer.${document}`),
  }));
  return [...pages, ...documents];
}

/** Every word of some messages, without what is code in them. */
function plainWords(messages: unknown): string {
  if (typeof messages === "string") return plainSource(messages);
  if (Array.isArray(messages)) return messages.map(plainNode).join("");
  if (typeof messages !== "object" || messages === null) return "";
  return Object.values(messages).map(plainWords).join(" ");
}

/** A message as it is written in the catalogue. */
function plainSource(message: string): string {
  let text = message.replaceAll(/<[^<>]*>/g, " ");
  // Arguments and their forms, from the innermost outwards: their words are said elsewhere.
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replaceAll(/\{[^{}]*\}/g, " ");
  }
  return text;
}

/**
 * A part of a message as the build compiles it (icu-minify): its text, an argument (a name, and a number
 * for its kind), or a tag (a name, and its parts).
 */
function plainNode(node: unknown): string {
  if (typeof node === "string") return node;
  if (!Array.isArray(node) || typeof node[1] === "number") return " ";
  return ` ${node.slice(1).map(plainNode).join("")} `;
}
