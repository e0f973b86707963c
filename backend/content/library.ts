import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { marked } from "marked";
import type { ContentItem, ContentType } from "@/contract/content";
import { CONTENT_TYPES } from "@/contract/content";
import { romeInstant } from "@/contract/deadline";
import type { Language } from "@/contract/fields";
import { type FrontMatter, readFrontMatter } from "./front-matter";
import { gmt } from "./rome-time";

/** One content file, ready to be answered; `text` is what search looks through. */
export type Entry = { item: ContentItem; publishedAt: Date; text: string };
export type Library = (type: ContentType, language: Language) => readonly Entry[];

const LANGUAGES = ["it", "en"] as const;

/**
 * Reads the Markdown of `folder` ({language}/{type}/{slug}.md) once. A file that is wrong stops
 * everything with an error naming it: better at the start than on a page.
 */
export function openLibrary(folder: string): Library {
  const shelves = new Map<string, Entry[]>();
  for (const language of LANGUAGES) {
    for (const type of CONTENT_TYPES) {
      shelves.set(`${language}/${type}`, readShelf(folder, language, type));
    }
  }
  return (type, language) => shelves.get(`${language}/${type}`) ?? [];
}

/**
 * The same, read again when files have come, gone or changed. A file that is wrong then is told to
 * `complain` once, and what was good stays: an editor's slip must not take the site down.
 */
export function followLibrary(folder: string, complain: (error: unknown) => void): Library {
  let seen = stateOf(folder);
  let library = openLibrary(folder);
  return (type, language) => {
    const state = stateOf(folder);
    if (state !== seen) {
      seen = state;
      try {
        library = openLibrary(folder);
      } catch (error) {
        complain(error);
      }
    }
    return library(type, language);
  };
}

/** Says of every content file when it was written and how long it is. */
function stateOf(folder: string): string {
  const state: string[] = [];
  for (const language of LANGUAGES) {
    for (const type of CONTENT_TYPES) {
      for (const file of filesIn(join(/*turbopackIgnore: true*/ folder, language, type))) {
        // A file may go while we look.
        const { mtimeMs = 0, size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
        state.push(`${file} ${mtimeMs} ${size}`);
      }
    }
  }
  return state.join("\n");
}

/** The Markdown of a folder; none when there is no such folder. */
function filesIn(place: string): string[] {
  try {
    const names = readdirSync(place).filter((name) => name.endsWith(".md"));
    return names.map((name) => join(place, name));
  } catch {
    return [];
  }
}

function readShelf(folder: string, language: Language, type: ContentType): Entry[] {
  return filesIn(join(/*turbopackIgnore: true*/ folder, language, type)).map((file) => {
    const { data, body } = readFrontMatter(file, readFileSync(file, "utf8"));
    return entryOf(type, language, basename(file, ".md"), data, body);
  });
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
  const { tags, author, cover, meta } = data;
  return {
    publishedAt,
    text: fold(`${data.title} ${data.excerpt} ${body}`),
    item: {
      id: idOf(`${language}/${type}/${slug}`),
      slug,
      date_gmt: gmt(publishedAt),
      modified_gmt: gmt(modifiedAt),
      status: data.status,
      lang: language,
      title: { rendered: escapeHtml(data.title) },
      content: { rendered: marked.parse(body, { async: false }) },
      excerpt: { rendered: data.excerpt ? `<p>${escapeHtml(data.excerpt)}</p>` : "" },
      featured_media: 0,
      meta: { ...meta, ...(cover && { cover }) },
      _embedded: {
        ...(author && { author: [{ name: author }] }),
        "wp:term": [
          (tags ?? "")
            .split(",")
            .map((tag) => tag.trim())
            .filter(Boolean)
            .map((name) => ({ name, slug: fold(name).replaceAll(/[^a-z0-9]+/g, "-") })),
        ],
      },
    },
  };
}

/** Letters without accents, in lower case: how search compares. */
export function fold(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A stable whole number out of a file's place (FNV-1a, 31 bits), since WordPress numbers its items. */
function idOf(place: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(place)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 1;
}
