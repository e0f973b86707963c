import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type DocumentText, writeDocument } from "./document";
import {
  fingerprint,
  type PublishedVersion,
  publishedVersions,
  versionFile,
  versionsIn,
} from "./published-document";

/** Returns the fingerprint of a document's content, which does not change with the design. */
export function wordsOf({ programme, title, excerpt, modified, markdown }: DocumentText): string {
  return fingerprint(JSON.stringify([programme, title, excerpt, modified, markdown]));
}

export const drawn = (text: DocumentText) => buffer(writeDocument(text));

/**
 * Publishes a text that people accept, once per version. The file of a version is kept forever and never generated
 * again. The file that visitors open is a copy of the newest version.
 *
 * @param folder the folder of the files and of the list of versions
 * @param name the text's name, for example "call-rules"
 * @throws if the text changed without a new version, or if its version is not the next number
 */
export async function publish(folder: string, name: string, text: DocumentText): Promise<void> {
  const { language, version } = text;
  if (!version)
    throw new Error(`${name}, ${language}: a text that people accept must have a version`);
  const versions = await publishedVersions(folder);
  const earlier = versions.filter((one) => one.name === name && one.language === language);
  const words = wordsOf(text);
  const same = earlier.find((one) => one.version === version);
  const next = earlier.length + 1;
  if (same ? same.words !== words : version !== next) {
    const why = same ? `it says something new under version ${version}` : `${version} is not next`;
    throw new Error(`${name}, ${language}: ${why}. Write "version: ${next}" above its text.`);
  }
  const kept = join(folder, versionFile({ name, language, version }));
  if (!same) {
    const bytes = await drawn(text);
    const published: PublishedVersion = {
      name,
      language,
      version,
      words,
      sha256: fingerprint(bytes),
    };
    await writeFile(kept, bytes);
    await writeFile(versionsIn(folder), `${JSON.stringify([...versions, published], null, 2)}\n`);
  }
  await copyFile(kept, join(folder, `${name}-${language}.pdf`));
}
