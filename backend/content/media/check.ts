import { elementsOf } from "@/contract/content/html-elements";
import { MEDIA_PATH } from "@/contract/content/media";
import type { Language } from "@/contract/languages";
import { type Report, reportAt } from "../check-texts";
import { allEntries, type Library } from "../library";
import { unreadable, WrongFile } from "../wrong-file";
import { decode, MEDIA_FOLDER, measure, mediaFiles } from "./files";

/**
 * Returns an error for each problem with the pictures of content texts, and a warning for each file that no text uses.
 */
export async function checkMedia(
  folder: string,
  library: Library,
  said: Language,
): Promise<Report[]> {
  const files = mediaFiles(folder);
  const named = new Set(
    allEntries(library).flatMap(({ picture, item }) => [
      ...(picture ? [picture.name] : []),
      ...imagesIn(item.content?.rendered ?? "").filter((name) => files.includes(name)),
    ]),
  );
  const wrong: Report[] = [];
  // Checks one picture after the other, because decoding a picture needs memory for all its pixels.
  for (const name of [...named].sort()) {
    try {
      await measure(folder, name);
      await decode(folder, name);
    } catch (error) {
      const problems = error instanceof WrongFile ? error.problems : [unreadable(error)];
      wrong.push(
        ...problems.map((told) => reportAt(`${MEDIA_FOLDER}/${name}`, "error", told, said)),
      );
    }
  }
  const unused = files.filter((name) => !named.has(name));
  const told = { rule: "file_picture_unused" } as const;
  return [
    ...wrong,
    ...unused.map((name) => reportAt(`${MEDIA_FOLDER}/${name}`, "warning", told, said)),
  ];
}

/** Returns the names of the pictures of `content/media` in the HTML of a text. */
function imagesIn(html: string): string[] {
  return [...elementsOf(html)].flatMap(({ name, attributes: { src } }) =>
    name === "img" && src?.startsWith(MEDIA_PATH) ? [src.slice(MEDIA_PATH.length)] : [],
  );
}
