import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { LANGUAGES } from "@/contract/languages";
import { readFrontMatter } from "../content/front-matter";
import { writeDocument } from "../paper/document";

/*
 * Writes the PDFs of public/policy from their texts in content/: run it after changing a policy.
 * It needs no database, so it is not one of the commands that start one.
 */

const TARGET = "public/policy";
/** The texts mention it by name; a different one is passed as the argument. */
const programme = process.argv[2] ?? "Slancio";

await mkdir(TARGET, { recursive: true });
for (const language of LANGUAGES) {
  const folder = join("content", language, "policies");
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const { data, body } = readFrontMatter(file, await readFile(file, "utf8"), language);
    const target = join(TARGET, name.replace(/\.md$/, `-${language}.pdf`));
    const document = writeDocument({
      programme,
      title: data.title,
      excerpt: data.excerpt,
      modified: data.modified ?? data.date,
      markdown: body,
      language,
    });
    await pipeline(document, createWriteStream(target));
    process.stdout.write(`${target}\n`);
  }
}
