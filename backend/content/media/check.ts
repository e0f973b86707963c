import { findingText, type Told } from "@/contract/content/editor-messages";
import { elementsOf } from "@/contract/content/html-elements";
import { MEDIA_PATH } from "@/contract/content/media";
import type { Language } from "@/contract/languages";
import { allEntries, type Library } from "../library";
import { unreadable, WrongFile } from "../wrong-file";
import { decode, MEDIA_FOLDER, measure, mediaFiles } from "./files";

/**
 * Returns the problems with the pictures of content texts (`wrong`), and the picture files that no text uses
 * (`unused`), one line each.
 */
export async function checkMedia(
  folder: string,
  library: Library,
  said: Language,
): Promise<{ wrong: string[]; unused: string[] }> {
  const files = mediaFiles(folder);
  const named = new Set(
    allEntries(library).flatMap(({ picture, item }) => [
      ...(picture ? [picture.name] : []),
      ...imagesIn(item.content?.rendered ?? "").filter((name) => files.includes(name)),
    ]),
  );
  const wrong: string[] = [];
  const lineOf = (name: string, told: Told) =>
    `${MEDIA_FOLDER}/${name}: ${findingText(told, said)}`;
  // Checks one picture after the other, because decoding a picture needs memory for all its pixels.
  for (const name of [...named].sort()) {
    try {
      await measure(folder, name);
      await decode(folder, name);
    } catch (error) {
      const problems = error instanceof WrongFile ? error.problems : [unreadable(error)];
      wrong.push(...problems.map((problem) => lineOf(name, problem)));
    }
  }
  const unused = files.filter((name) => !named.has(name));
  return { wrong, unused: unused.map((name) => lineOf(name, { rule: "file_picture_unused" })) };
}

/** Returns the names of the pictures of `content/media` in the HTML of a text. */
function imagesIn(html: string): string[] {
  return [...elementsOf(html)].flatMap(({ name, attributes: { src } }) =>
    name === "img" && src?.startsWith(MEDIA_PATH) ? [src.slice(MEDIA_PATH.length)] : [],
  );
}
