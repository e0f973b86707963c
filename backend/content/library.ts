import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { ContentItem } from "@/contract/content/content";
import type { ContentType } from "@/contract/content/content-types";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { coverLine } from "@/contract/content/covers";
import { tooLong } from "@/contract/content/texts";
import { romeInstant } from "@/contract/deadline";
import { DEFAULT_PLACES } from "@/contract/edition-figures";
import type { Places } from "@/contract/evaluation/funnel";
import { LANGUAGES, type Language } from "@/contract/languages";
import { fold, slugOf } from "@/contract/text/normalize-text";
import { type FrontMatter, readFrontMatter } from "./front-matter";
import { htmlOf } from "./markdown";
import { MEDIA_FOLDER, mediaFiles } from "./media/files";
import { withoutAlternative } from "./media/without-alternative";
import { gmt } from "./rome-time";
import { lineAt, type Problem, unreadable, WrongFile, WrongText } from "./wrong-file";

/** A picture as the front matter of an item describes it. The picture file provides size and version. */
export type Pictured = { name: string; alt: string; credit: string | undefined };

/** One content file, ready to serve. `text` is the plain text for the search. */
export type Entry = { item: ContentItem; publishedAt: Date; text: string; picture?: Pictured };
/**
 * Returns the content items of a type and language. The texts quote the given number of places per selection stage, or
 * the default numbers.
 */
export type Library = (
  type: ContentType,
  language: Language,
  places?: Readonly<Places>,
) => readonly Entry[];

/** Reports a problem of an invalid content file. With this callback, reading continues without the file. */
type Complain = (file: string, problem: Problem) => void;

/**
 * Reads the Markdown files of `folder` ({language}/{type}/{slug}.md). If a file is invalid, throws an error that names
 * the file. So the site fails at its start instead of when it renders a page. Texts quote the numbers of places per
 * selection stage, so the content is read once for each set of these numbers.
 */
export function openLibrary(folder: string, complain?: Complain): Library {
  const read = (places: Readonly<Places>) => {
    const shelves = new Map<string, Entry[]>();
    for (const language of LANGUAGES) {
      for (const type of CONTENT_TYPES) {
        shelves.set(`${language}/${type}`, readShelf(folder, language, type, { places, complain }));
      }
    }
    return { key: JSON.stringify(places), shelves };
  };
  let known = read(DEFAULT_PLACES);
  return (type, language, places = DEFAULT_PLACES) => {
    if (known.key !== JSON.stringify(places)) known = read(places);
    return known.shelves.get(`${language}/${type}`) ?? [];
  };
}

/** Returns all content items of a library, including drafts. */
export function allEntries(library: Library): Entry[] {
  return LANGUAGES.flatMap((language) => CONTENT_TYPES.flatMap((type) => library(type, language)));
}

/**
 * Opens a content library that reads the files again when they change. Reports an invalid file to `complain` and keeps
 * the last valid content, so that an editor's mistake does not stop the site.
 *
 * @param strict if true, an invalid file is an error at the start; otherwise the library omits invalid files until all
 * files are valid for the first time
 */
export function followLibrary(
  folder: string,
  complain: (error: unknown) => void,
  { strict }: { strict: boolean },
): Library {
  let seen = stateOf(folder);
  let wasValid = false;
  const read = (former?: Library): Library => {
    try {
      const library = openLibrary(folder);
      wasValid = true;
      return library;
    } catch (error) {
      if (strict && !former) throw error;
      complain(error);
      return former && wasValid ? former : openLibrary(folder, () => {});
    }
  };
  let library = read();
  return (type, language, places) => {
    const state = stateOf(folder);
    if (state !== seen) {
      seen = state;
      library = read(library);
    }
    return library(type, language, places);
  };
}

/** Returns a fingerprint of all content: modification time and size of each text file, and the list of pictures. */
function stateOf(folder: string): string {
  const state = mediaFiles(folder);
  for (const language of LANGUAGES) {
    for (const type of CONTENT_TYPES) {
      for (const file of filesIn(join(/*turbopackIgnore: true*/ folder, language, type))) {
        // A file that disappears after the folder was listed must not cause an error.
        const { mtimeMs = 0, size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
        state.push(`${file} ${mtimeMs} ${size}`);
      }
    }
  }
  return state.join("\n");
}

/** Returns the Markdown files of a folder; an empty list if the folder does not exist. */
function filesIn(place: string): string[] {
  try {
    const names = readdirSync(place).filter((name) => name.endsWith(".md"));
    return names.map((name) => join(place, name));
  } catch {
    return [];
  }
}

function readShelf(
  folder: string,
  language: Language,
  type: ContentType,
  { places, complain }: { places: Readonly<Places>; complain: Complain | undefined },
): Entry[] {
  const pictures = mediaFiles(folder);
  const read = (file: string) => {
    const source = readFileSync(file, "utf8");
    const { data, body, lineOf } = readFrontMatter(file, source, language, places);
    const { image } = data;
    if (image && !pictures.includes(image)) {
      const values = { picture: image };
      throw new WrongFile(file, [{ rule: "image_missing", values, line: lineOf("image") }]);
    }
    const entry = entryIn(file, source, () =>
      entryOf(type, language, basename(file, ".md"), data, body),
    );
    if (tooLong(entry.item)) throw new WrongFile(file, [{ rule: "text_long" }]);
    // With `complain`, accept images without alternative text, because the content check reports each of them with its
    // line.
    const [picture] = complain ? [] : withoutAlternative(entry.item.content?.rendered ?? "");
    if (picture) throw new WrongFile(file, [{ rule: "image_alt", values: { picture } }]);
    return entry;
  };
  return filesIn(join(/*turbopackIgnore: true*/ folder, language, type)).flatMap((file) => {
    if (!complain) return [read(file)];
    try {
      return [read(file)];
    } catch (error) {
      // If the file cannot be opened, for example because it is a folder with the ending .md, the error is not a
      // `WrongFile` and has no `problems`.
      const problems = error instanceof WrongFile ? error.problems : [unreadable(error)];
      for (const problem of problems) complain(file, problem);
      return [];
    }
  });
}

/**
 * Returns the entry that `make` creates. If the text is wrong, throws a `WrongFile` with the line of the mistake, if
 * known.
 */
function entryIn(file: string, source: string, make: () => Entry): Entry {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof WrongText)) throw new WrongFile(file, [unreadable(cause)], { cause });
    const at = source.indexOf(cause.quote);
    const line = at < 0 ? undefined : lineAt(source, at);
    throw new WrongFile(file, [{ ...cause.problem, line }], { cause });
  }
}

function entryOf(
  type: ContentType,
  language: Language,
  slug: string,
  data: FrontMatter,
  body: string,
): Entry {
  const publishedAt = romeInstant(data.date);
  const modifiedAt = data.modified ? romeInstant(data.modified) : publishedAt;
  const { tags, author, further, cover: family, count, which, meta } = data;
  const { image, alt = "", credit, focus } = data;
  return {
    publishedAt,
    ...(image && { picture: { name: image, alt, credit } }),
    text: fold(`${data.title} ${data.excerpt} ${body}`),
    item: {
      id: idOf(`${language}/${type}/${slug}`),
      slug,
      ...(data.aliases && { aliases: data.aliases }),
      date_gmt: gmt(publishedAt),
      modified_gmt: gmt(modifiedAt),
      status: data.status,
      lang: language,
      title: { rendered: escapeHtml(data.title) },
      content: { rendered: htmlOf(body, language) },
      excerpt: { rendered: data.excerpt ? `<p>${escapeHtml(data.excerpt)}</p>` : "" },
      featured_media: image ? idOf(`${MEDIA_FOLDER}/${image}`) : 0,
      meta: {
        ...meta,
        ...(family && { cover: coverLine({ family, count, which }) }),
        ...(further && { further: further.join(" ") }),
        ...(focus && { focus }),
      },
      _embedded: {
        ...(author && { author: [{ name: author }] }),
        "wp:term": [
          (tags ?? "")
            .split(",")
            .map((tag) => tag.trim())
            .filter(Boolean)
            .map((name) => ({ name, slug: slugOf(name) })),
        ],
      },
    },
  };
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * Returns a stable integer for an item, calculated from its file's path (FNV-1a, 31 bits). WordPress identifies items
 * by number.
 */
function idOf(place: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(place)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 1;
}
