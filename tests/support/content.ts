import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentType } from "@/contract/content/content-types";
import { previewQuery } from "@/contract/content/preview";
import type { Language } from "@/contract/languages";

/** Returns the value of a variable that the launcher of the browser tests sets. Throws if the variable is missing. */
function given(name: "CONTENT_DIR" | "PREVIEW_SECRET" | "REVALIDATE_SECRET"): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests by npm run e2e.`);
  return value;
}

type Place = { type: ContentType; slug: string; lang: Language };

/** Writes a content file into the content folder of the test run. `remove` deletes the file. */
export function writeContent(
  { type, slug, lang }: Place,
  {
    title,
    status = "publish",
    date = "2026-01-15",
    body = "Testo.",
    more = "",
  }: Record<string, string>,
) {
  const file = join(given("CONTENT_DIR"), lang, type, `${slug}.md`);
  const head = [`title: "${title}"`, `date: "${date}"`, `status: "${status}"`];
  if (more) head.push(more);
  writeFileSync(file, `---\n${head.join("\n")}\n---\n\n${body}\n`);
  return { remove: () => rmSync(file, { force: true }) };
}

/** Writes a photograph into the media folder of the test run's content. `remove` deletes the photograph. */
export function writePicture(name: string, bytes: Uint8Array) {
  const folder = join(given("CONTENT_DIR"), "media");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), bytes);
  return { remove: () => rmSync(join(folder, name), { force: true }) };
}

/** Adds a paragraph to a content file. `restore` removes the paragraph. */
export function appendToContent({ type, slug, lang }: Place, text: string) {
  const file = join(given("CONTENT_DIR"), lang, type, `${slug}.md`);
  const before = readFileSync(file, "utf8");
  writeFileSync(file, `${before}\n\n${text}\n`);
  return { restore: () => writeFileSync(file, before) };
}

/** Returns a signed preview link that is valid for `seconds`. */
export async function previewLink(place: Place, seconds = 3600): Promise<string> {
  const item = { ...place, expires: Math.floor(Date.now() / 1000) + seconds };
  return `/api/preview?${await previewQuery(item, given("PREVIEW_SECRET"))}`;
}

/**
 * Returns the request (POST /api/editors/links) with which the WordPress plugin creates, lists, or revokes stored
 * preview links.
 */
export function linksRequest(data: object, secret = given("PREVIEW_SECRET")) {
  return { headers: { Authorization: `Bearer ${secret}` }, data };
}

/** Returns the request with which a content system announces a change of content. */
export function revalidation(tag?: string, secret = given("REVALIDATE_SECRET")) {
  return { headers: { Authorization: `Bearer ${secret}` }, data: tag ? { tag } : {} };
}
