import { elementsOf } from "@/contract/content/html-elements";
import { MEDIA_PATH } from "@/contract/content/media";
import { allEntries, type Library } from "../library";
import { decode, MEDIA_FOLDER, measure, mediaFiles } from "./files";

/**
 * Returns the problems with the pictures of content texts (`wrong`), and the picture files that no text uses
 * (`unused`), one line each.
 */
export async function checkMedia(
  folder: string,
  library: Library,
): Promise<{ wrong: string[]; unused: string[] }> {
  const files = mediaFiles(folder);
  const named = new Set(
    allEntries(library).flatMap(({ picture, item }) => [
      ...(picture ? [picture.name] : []),
      ...imagesIn(item.content?.rendered ?? "").filter((name) => files.includes(name)),
    ]),
  );
  const wrong: string[] = [];
  // Checks one picture after the other, because decoding a picture needs memory for all its pixels.
  for (const name of [...named].sort()) {
    try {
      await measure(folder, name);
      await decode(folder, name);
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error));
    }
  }
  const unused = files.filter((name) => !named.has(name));
  return { wrong, unused: unused.map((name) => `${MEDIA_FOLDER}/${name}: no text names it`) };
}

/** Returns the names of the pictures of `content/media` in the HTML of a text. */
function imagesIn(html: string): string[] {
  return [...elementsOf(html)].flatMap(({ name, attributes: { src } }) =>
    name === "img" && src?.startsWith(MEDIA_PATH) ? [src.slice(MEDIA_PATH.length)] : [],
  );
}
