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
  const named = new Set(allEntries(library).flatMap(({ picture }) => picture?.name ?? []));
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
  const unused = mediaFiles(folder).filter((name) => !named.has(name));
  return { wrong, unused: unused.map((name) => `${MEDIA_FOLDER}/${name}: no text names it`) };
}
