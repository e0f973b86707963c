import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "@/contract/languages";
import type { DocumentText } from "../paper/document";
import { rubricMarkdown } from "../paper/rubric";
import { readFrontMatter } from "./front-matter";

/** The text that the rubric follows. */
const CRITERIA = "criteria";

/** Where a language's policies are. */
export const policiesIn = (language: Language) => join("content", language, "policies");

/**
 * A text of content/{language}/policies as its PDF is to say it.
 *
 * @param name the file's name without its ending: "call-rules"
 */
export async function readPolicy(
  name: string,
  language: Language,
  programme = "Slancio",
): Promise<DocumentText> {
  const file = join(policiesIn(language), `${name}.md`);
  const { data, body } = readFrontMatter(file, await readFile(file, "utf8"), language);
  const { title, excerpt, date, modified = date, version } = data;
  const markdown = name === CRITERIA ? `${body}\n${rubricMarkdown(language)}` : body;
  return { programme, title, excerpt, modified, version, markdown, language };
}
