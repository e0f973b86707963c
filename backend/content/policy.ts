import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "@/contract/languages";
import type { DocumentText } from "../documents/document";
import { rubricMarkdown } from "../documents/rubric";
import { readFrontMatter } from "./front-matter";

/** Name of the policy to which the scoring rubric is appended. */
const CRITERIA = "criteria";

export const policiesIn = (language: Language) => join("content", language, "policies");

/**
 * Reads a policy from content/{language}/policies and returns it as the content of a PDF.
 *
 * @param name the file's name without its extension, for example "call-rules"
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
