import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { LANGUAGES, type Language } from "@/contract/languages";
import { readFrontMatter } from "../content/front-matter";
import { writeDocument } from "../paper/document";
import {
  fingerprint,
  type PublishedVersion,
  publishedVersions,
  VERSIONS,
} from "../paper/published-document";
import { rubricMarkdown } from "../paper/rubric";

/*
 * Writes the PDFs of public/policy from their texts in content/: run it after changing a policy.
 * It needs no database, so it is not one of the commands that start one.
 */

const TARGET = "public/policy";
/** The text that the rubric follows. */
const CRITERIA = "criteria.md";
/** The texts mention it by name; a different one is passed as the argument. */
const programme = process.argv[2] ?? "Slancio";

await mkdir(TARGET, { recursive: true });
const versions = await publishedVersions();
for (const language of LANGUAGES) {
  const folder = join("content", language, "policies");
  for (const name of await readdir(folder)) await write(folder, name, language);
}
await writeFile(VERSIONS, `${JSON.stringify(versions, null, 2)}\n`);

async function write(folder: string, name: string, language: Language) {
  const file = join(folder, name);
  const { data, body } = readFrontMatter(file, await readFile(file, "utf8"), language);
  const bytes = await buffer(
    writeDocument({
      programme,
      title: data.title,
      excerpt: data.excerpt,
      modified: data.modified ?? data.date,
      version: data.version,
      markdown: name === CRITERIA ? `${body}\n${rubricMarkdown(language)}` : body,
      language,
    }),
  );
  const target = name.replace(/\.md$/, `-${language}.pdf`);
  if (data.version) {
    await keepEarlier(target, data.version);
    note({ file: target, version: data.version, sha256: fingerprint(bytes) });
  }
  await writeFile(join(TARGET, target), bytes);
  process.stdout.write(`${join(TARGET, target)}\n`);
}

/** What somebody has accepted stays to be read: the earlier version goes beside the new one, with its number. */
async function keepEarlier(target: string, version: number) {
  const here = join(TARGET, target);
  const bytes = await readFile(here).catch(() => null);
  const sha256 = bytes && fingerprint(bytes);
  const earlier = versions.find((one) => one.sha256 === sha256);
  if (!earlier || earlier.version === version) return;
  await copyFile(here, here.replace(/(-\w+\.pdf)$/, `-${earlier.version}$1`));
}

function note(published: PublishedVersion) {
  if (!versions.some(({ sha256 }) => sha256 === published.sha256)) versions.push(published);
}
