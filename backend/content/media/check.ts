import { allEntries, type Library } from "../library";
import { decode, MEDIA_FOLDER, measure, mediaFiles } from "./files";

/** What is wrong with the pictures that texts name, one line each; and which files no text names. */
export async function checkMedia(
  folder: string,
  library: Library,
): Promise<{ wrong: string[]; unused: string[] }> {
  const named = new Set(allEntries(library).flatMap(({ picture }) => picture?.name ?? []));
  const wrong: string[] = [];
  // One after another: each takes all the memory its pixels need.
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
