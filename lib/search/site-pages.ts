import { createTranslator } from "next-intl";
import { FIGURES, figuresIn } from "@/contract/figures";
import type { Language } from "@/contract/languages";
import { config } from "../config";
import { addressOf } from "../routes/lookup";
import { PAGES } from "../routes/pages";

/** A page whose text is in the catalogues, as the search sees it. */
export type SitePage = {
  /** Without its language; for a file the full URL. */
  path: string;
  file: boolean;
  title: string;
  description: string;
  /** All its words. */
  text: string;
};

/** Messages of a language by their namespaces. */
export type Words = Record<string, unknown>;

/** The programme's figures by their names, as the language writes them, and its name. */
type Figures = Record<string, string>;

/** The pages and documents of a language that are no content, with their words. */
export function sitePages(locale: Language, messages: Words): SitePage[] {
  // Keys are put together here, so they are plain text to the types.
  const t = createTranslator({ locale, messages: messages as never }) as unknown as {
    (key: string, values?: Record<string, string | number>): string;
    has: (key: string) => boolean;
  };
  const programme = config.programmeName;
  const figures = { ...figuresIn(locale), programme };
  const pages = PAGES.flatMap(({ words, ...page }) =>
    words
      ? {
          path: addressOf(page),
          file: false,
          title: t(`${words}.${t.has(`${words}.title`) ? "title" : "metaTitle"}`, { programme }),
          description: t.has(`${words}.metaDescription`)
            ? t(`${words}.metaDescription`, { ...FIGURES, programme })
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

/** Every word of some messages, without their ICU syntax. */
function plainWords(messages: unknown, figures: Figures): string {
  if (typeof messages === "string") return plainSource(messages, figures);
  if (Array.isArray(messages)) return messages.map((node) => plainNode(node, figures)).join("");
  if (typeof messages !== "object" || messages === null) return "";
  return Object.values(messages)
    .map((message) => plainWords(message, figures))
    .join(" ");
}

/** A message as it is written in the catalogue. */
function plainSource(message: string, figures: Figures): string {
  let text = message.replaceAll(/<[^<>]*>/g, " ");
  // Arguments and their forms, from the innermost outwards: of these only figures are filled in here.
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replaceAll(/\{(\w*)[^{}]*\}/g, (_, name: string) => figures[name] ?? " ");
  }
  return text;
}

/**
 * A part of a message as the build compiles it (icu-minify): its text, an argument (a name, and a number
 * for its kind), or a tag (a name, and its parts).
 */
function plainNode(node: unknown, figures: Figures): string {
  if (typeof node === "string") return node;
  if (!Array.isArray(node)) return " ";
  if (typeof node[1] === "number") return figures[node[0]] ?? " ";
  const parts = node.slice(1).map((part) => plainNode(part, figures));
  return ` ${parts.join("")} `;
}
