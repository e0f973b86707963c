import { createTranslator } from "next-intl";
import type { Places } from "@/contract/evaluation/funnel";
import type { Language } from "@/contract/languages";
import { figuresIn, figuresOf } from "@/contract/quoted-numbers";
import { config } from "../config";
import { addressOf } from "../routes/lookup";
import { PAGES } from "../routes/pages";

/** A site page for the search, with its text from the message catalogues. */
export type SitePage = {
  /** The page's path without its language. For a file, the full URL. */
  path: string;
  file: boolean;
  title: string;
  description: string;
  text: string;
};

/** The messages of a language, by namespace. */
export type Words = Record<string, unknown>;

/**
 * Values that messages contain, by the name of the message argument: the programme's figures, such as amounts,
 * formatted for the language, and the names of the programme and the group.
 */
type Figures = Record<string, string>;

/** Returns the site's pages and documents in a language, with their text. Content items are not included. */
export function sitePages(locale: Language, messages: Words, places?: Places): SitePage[] {
  // The keys of these messages are built at runtime, so next-intl cannot check the keys' types.
  const t = createTranslator({ locale, messages: messages as never }) as unknown as {
    (key: string, values?: Record<string, string | number>): string;
    has: (key: string) => boolean;
  };
  const names = { programme: config.programmeName, group: config.group.name };
  const figures = { ...figuresIn(locale, places), ...names };
  const pages = PAGES.flatMap(({ words, ...page }) =>
    words
      ? {
          path: addressOf(page),
          file: false,
          title: t(`${words}.${t.has(`${words}.title`) ? "title" : "metaTitle"}`, names),
          description: t.has(`${words}.metaDescription`)
            ? t(`${words}.metaDescription`, { ...figuresOf(places), ...names })
            : "",
          text: plainWords(messages[words], figures),
        }
      : [],
  );
  const documents = (["webPrivacy", "privacyNotice", "rules", "criteria"] as const).map(
    (document) => ({
      path: config.policies[document][locale],
      file: true,
      title: t(`policy.${document}`),
      description: "",
      text: t(`policy.${document}`),
    }),
  );
  return [...pages, ...documents];
}

/** Returns the text of a group of messages without ICU syntax. */
function plainWords(messages: unknown, figures: Figures): string {
  if (typeof messages === "string") return plainSource(messages, figures);
  if (Array.isArray(messages)) return messages.map((node) => plainNode(node, figures)).join("");
  if (typeof messages !== "object" || messages === null) return "";
  return Object.values(messages)
    .map((message) => plainWords(message, figures))
    .join(" ");
}

/** Returns the plain text of a message written in ICU syntax. */
function plainSource(message: string, figures: Figures): string {
  let text = message.replaceAll(/<[^<>]*>/g, " ");
  // Resolve the arguments of the message from the innermost outwards. Only the programme's figures have a value.
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replaceAll(/\{(\w*)[^{}]*\}/g, (_, name: string) => figures[name] ?? " ");
  }
  return text;
}

/**
 * Returns the plain text of one part of a compiled message (icu-minify). A part is a text, an argument with name and
 * type number, or a tag with its parts.
 */
function plainNode(node: unknown, figures: Figures): string {
  if (typeof node === "string") return node;
  if (!Array.isArray(node)) return " ";
  if (typeof node[1] === "number") return figures[node[0]] ?? " ";
  const parts = node.slice(1).map((part) => plainNode(part, figures));
  return ` ${parts.join("")} `;
}
