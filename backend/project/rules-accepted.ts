import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DEFAULT_LANGUAGE, type Language } from "@/contract/languages";
import { RULES_PAGE } from "@/contract/programme";

/** Where the words of that page are: the rules have no file of their own. */
const WORDS = "messages";

/**
 * The rules of the call as they are now: the address they stand at in a language, and the SHA-256 of their
 * words, when this site's words are here (rule application.rules-accepted).
 */
export async function rulesIn(language: Language) {
  const document = language === DEFAULT_LANGUAGE ? RULES_PAGE : `/${language}${RULES_PAGE}`;
  // Read each time: a new version counts from the moment it is there.
  const file = await readFile(join(WORDS, `${language}.json`), "utf8").catch(() => null);
  const words: unknown = file && JSON.parse(file).call?.who;
  const sha256 = words ? createHash("sha256").update(JSON.stringify(words)).digest("hex") : null;
  return { document, sha256, language };
}
