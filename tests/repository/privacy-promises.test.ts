import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPolicy } from "@/backend/content/policy";
import { LANGUAGES } from "@/contract/languages";
import { FIGURES } from "@/contract/quoted-numbers";
import { inLanguages } from "../support/in-languages";
import { MESSAGES } from "../support/render";

/* Compares the promises in the privacy documents and the consents with what the product links, stores, and erases. */

const root = join(import.meta.dirname, "../..");
const source = (file: string) => readFileSync(join(root, file), "utf8");

/**
 * For each sentence with which a user confirms a document: the sentence's message key, the file of the page that
 * contains the link to the document, the document's key in DOCUMENTS, and the back-end file that stores the
 * confirmation.
 */
const CONSENTS = [
  [
    "registration.privacy",
    "app/[locale]/(account)/registration/page.tsx",
    "webPrivacy",
    "users/consent-record.ts",
  ],
  [
    "social.privacy",
    "app/[locale]/(account)/login/page.tsx",
    "webPrivacy",
    "users/consent-record.ts",
  ],
  [
    "invitation.privacy",
    "app/[locale]/(account)/login/invitation/page.tsx",
    "webPrivacy",
    "users/consent-record.ts",
  ],
  [
    "invitation.privacy",
    "app/[locale]/dashboard/invitation/page.tsx",
    "webPrivacy",
    "users/consent-record.ts",
  ],
  [
    "whitepaper.privacy",
    "components/content/events/community-event-page.tsx",
    "webPrivacy",
    "forms/whitepaper.ts",
  ],
  [
    "project.review.rules",
    "app/[locale]/dashboard/(application)/project/review/page.tsx",
    "rules",
    "project/send-project.ts",
  ],
  [
    "project.review.rules",
    "app/[locale]/dashboard/(application)/project/review/page.tsx",
    "privacyNotice",
    "project/send-project.ts",
  ],
] as const;
const DOCUMENTS = {
  webPrivacy: {
    variable: "WEB_PRIVACY_PDF",
    words: inLanguages<string | RegExp>("privacy del sito", /site’s privacy|web privacy/),
  },
  privacyNotice: {
    variable: "PRIVACY_NOTICE_PDF",
    words: inLanguages("per chi si candida", "for applicants"),
  },
  rules: { variable: "RULES_PDF", words: inLanguages("regole della call", "rules of the call") },
} as const;
/** Phrases with which a user confirms a document. Only a confirmed document can be stored as accepted. */
const CONFIRMS = inLanguages(/[Hh]o letto|di aver letto/, /have read/);

describe.each(LANGUAGES)("a consent (%s)", (language) => {
  test.each(CONSENTS)("%s of %s names, links and stores %s", (key, page, document, keeper) => {
    const text = key
      .split(".")
      .reduce<unknown>(
        (words, name) => (words as Record<string, unknown>)[name],
        MESSAGES[language],
      );
    const { variable, words } = DOCUMENTS[document];
    expect(text).toMatch(words[language]);
    expect(text).toMatch(CONFIRMS[language]);
    expect(source(page)).toContain(document);
    expect(source(`backend/${keeper}`)).toContain(variable);
  });
});

/** Retention times in the privacy documents that are not in `FIGURES`, and the code or setting that defines them. */
const ELSEWHERE: Record<string, string> = {
  "90": "no log contains a network address (backend/http/log.ts, deploy/nginx)",
  "12": "ERASE_AFTER_DAYS, which an operator can change",
  "6": "KEEP_SESSIONS in backend/housekeeping.ts",
};

describe.each(LANGUAGES)("the retention times of the privacy documents (%s)", (language) => {
  test.each(["privacy-notice", "web-privacy"])(
    "%s promises only times that the product keeps",
    async (name) => {
      const raw = source(`content/${language}/policies/${name}.md`);
      const cells = raw.split("\n").flatMap((line) => {
        const time = line.startsWith("| ") ? line.split("|").at(-2) : undefined;
        return time && /mes[ei]|ann[oi]|giorn[oi]|months?|years?|days?/.test(time) ? [time] : [];
      });
      expect(cells.length).toBeGreaterThan(3);
      const written = cells.flatMap(
        (cell) => cell.replaceAll(/\{\{\w+\}\}/g, "").match(/\d+/g) ?? [],
      );
      expect(written.filter((time) => !(time in ELSEWHERE))).toEqual([]);
      for (const [, figure = ""] of cells.join().matchAll(/\{\{(\w+)\}\}/g))
        expect(FIGURES).toHaveProperty(figure);
      expect((await readPolicy(name, language)).markdown).not.toContain("{{");
    },
  );
});
