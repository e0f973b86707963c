import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { CONTENT, CONTENT_TYPES, type ContentType } from "@/contract/content/content-types";
import { EDITOR_MESSAGES } from "@/contract/content/editor-messages";
import { FIELDS, fieldsOf } from "@/contract/content/fields";
import { LANGUAGES } from "@/contract/languages";

const FOLDER = "wordpress/slancio";
/** All files of the zip have the same date, so that identical sources give an identical zip. */
const mtime = new Date(2026, 0, 1);

/** WordPress's names of content types, if they differ from the names of this site's collections. */
const SINGULAR: Partial<Record<ContentType, string>> = {
  posts: "post",
  pages: "page",
  stories: "story",
  courses: "course",
  events: "event",
  lessons: "lesson",
  people: "person",
  alumni: "alumnus",
};

/** Returns the data that the WordPress plugin reads: languages, content types with their fields, and messages. */
function pluginData() {
  const types = CONTENT_TYPES.map((type) => {
    const fields = fieldsOf(type).map((name) => [name, FIELDS[name]]);
    const row: { root?: string; anchor?: string } = CONTENT[type];
    const path = row.root ? `${row.root}/` : row.anchor ? `${row.anchor}#` : null;
    return [type, { name: SINGULAR[type] ?? type, path, fields: Object.fromEntries(fields) }];
  });
  return { languages: LANGUAGES, types: Object.fromEntries(types), messages: EDITOR_MESSAGES };
}

/**
 * Returns the file by which the translation plugins WPML and Polylang learn that editors can translate the content
 * types.
 */
function translatedTypes(): string {
  const types = CONTENT_TYPES.map(
    (type) => `<custom-type translate="1">${SINGULAR[type] ?? type}</custom-type>`,
  );
  return `<wpml-config><custom-types>${types.join("")}</custom-types></wpml-config>`;
}

/** Returns the version in the header of the WordPress plugin. */
export function pluginVersion(): string {
  const header = readFileSync(join(FOLDER, "slancio.php"), "utf8");
  return /^ \* Version: (\S+)$/m.exec(header)?.[1] ?? "";
}

/**
 * Builds the zip of the WordPress plugin: the plugin's files, and the content types, fields, and messages of this
 * version.
 */
export async function buildPlugin(): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of globSync("**/*.*", { cwd: FOLDER }).sort()) {
    zip.addBuffer(readFileSync(join(FOLDER, name)), `slancio/${name}`, { mtime });
  }
  const data = Buffer.from(JSON.stringify(pluginData()));
  zip.addBuffer(data, "slancio/slancio.json", { mtime });
  zip.addBuffer(Buffer.from(translatedTypes()), "slancio/wpml-config.xml", { mtime });
  zip.end();
  return buffer(zip.outputStream);
}
