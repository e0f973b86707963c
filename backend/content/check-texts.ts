import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import { type ContentItem, contentItemSchema } from "@/contract/content/content";
import {
  check,
  type Finding,
  type Known,
  rejectionOf,
  subjectOf,
} from "@/contract/content/content-check";
import { CONTENT_TYPES, type ContentType } from "@/contract/content/content-types";
import { findingText, type Told } from "@/contract/content/editor-messages";
import { decodeEntities, elementsOf } from "@/contract/content/html-elements";
import { type KnownText, knownAbout, pagesOf } from "@/contract/content/known-texts";
import { plainSlug } from "@/contract/content/slugs";
import { linksOf, pathOfLink } from "@/contract/content/wordpress-links";
import { LANGUAGES, type Language, languageOf } from "@/contract/languages";
import { askService } from "../http/ask";
import { type Library, openLibrary } from "./library";
import { MEDIA_FOLDER, mediaFiles } from "./media/files";
import { lineAt } from "./wrong-file";

/**
 * A problem found in a content text or file. `place` is the file's path or the WordPress item, and `line` is the line
 * in the file.
 */
export type Report = Pick<Finding, "level" | "field" | "rule"> & {
  place: string;
  line?: number;
  message: string;
};

/** Returns a report about a file or a WordPress item (`place`). `said` is the editor's language. */
export function reportAt(
  place: string,
  level: Report["level"],
  told: Told,
  said: Language,
): Report {
  return { place, level, rule: told.rule, message: findingText(told, said) };
}

/** A content text to check. `source` is the content of its Markdown file. */
type Text = {
  place: string;
  type: ContentType;
  language: Language;
  item: ContentItem;
  source?: string;
};

type Facts = Pick<Known, "pictureHosts" | "hasFile" | "siteLink" | "origins">;

/** Checks all content texts together, because some checks compare a text with other texts, such as its translations. */
function checkTexts(texts: readonly Text[], facts: Facts, said: Language): Report[] {
  const accepted = texts.filter(({ type, item }) => !rejectionOf(type, item));
  // Readers see only published texts. So in a published text, a link to a draft is a dead link, and a draft does not
  // count as its translation.
  const published = accepted.filter(({ item }) => item.status === "publish").map(knownText);
  const all = accepted.map(knownText);
  const has = pagesOf(published);
  return texts.flatMap((text) => {
    const { type, language, item } = text;
    const others = item.status === "publish" ? published : all;
    const known = { ...facts, ...knownAbout({ ...item, type, language }, others), has };
    return check(type, item, language, known).map((finding) => reportOf(text, finding, said));
  });
}

function knownText({ type, language, item }: Text): KnownText {
  return {
    ...{ type, language, id: item.id, slug: plainSlug(item.slug), meta: item.meta },
    translations: item.translations,
    aliases: item.aliases?.map(plainSlug),
    title: decodeEntities(item.title.rendered),
    author: item._embedded?.author?.[0]?.name,
    subject: subjectOf(item),
    modifiedAt: new Date(`${item.modified_gmt}Z`),
  };
}

function reportOf({ place, source }: Text, finding: Finding, said: Language): Report {
  const line = source === undefined ? undefined : lineOf(source, finding);
  return {
    place,
    ...(line !== undefined && { line }),
    level: finding.level,
    rule: finding.rule,
    ...(finding.field && { field: finding.field }),
    message: findingText(finding, said),
  };
}

/**
 * Maps the rule or field name of a finding to its front matter field. Lists only fields whose front matter name
 * differs.
 */
const FRONT_MATTER: Readonly<Record<string, string>> = {
  title_empty: "title",
  author_unknown: "author",
  translation_old: "modified",
  subject: "tags",
};

/** Returns the line of a finding in its file, or undefined for a finding about the whole file. */
function lineOf(source: string, { rule, field, values = {} }: Omit<Finding, "level">) {
  const start = /^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/.exec(source)?.[0].length ?? 0;
  const { link, picture, file, shortcode, element } = values;
  const quote =
    rule === "encoding"
      ? "\uFFFD"
      : (link ?? picture ?? file ?? shortcode ?? (element && `<${element}`));
  const name = FRONT_MATTER[rule] ?? FRONT_MATTER[field ?? ""] ?? field;
  if (quote) {
    const at = offsetOf(quote, source, field || rule === "encoding" ? 0 : start);
    if (at !== undefined) return lineAt(source, at);
  }
  if (rule === "text_empty") return lineAt(source, start);
  if (name === undefined) return undefined;
  const lines = source.slice(0, start).split("\n");
  // If the file lacks the field, returns line 1, where the front matter begins.
  return (
    Math.max(
      0,
      lines.findIndex((line) => line.trim().startsWith(`${name}:`)),
    ) + 1
  );
}

/**
 * Patterns for the characters around an address found in a text, tried in this order. The strictest pattern comes
 * first, so that a whole address has priority over part of a longer address.
 */
const AROUND = [/^[("'<][)"'>\s]?$/, /^[^\w/.%-]?[^\w/.%#?&=-]?$/, /^/] as const;

/**
 * Returns the first offset of `quote` in `source` at or after `start`. Prefers a whole address to part of a longer
 * address. `quote` is the address or other text that a finding quotes.
 */
function offsetOf(quote: string, source: string, start: number): number | undefined {
  const forms = [quote, plainSlug(quote), quote.replaceAll("&", "&amp;")];
  for (const around of AROUND) {
    for (const form of forms) {
      for (let at = source.indexOf(form, start); at >= 0; at = source.indexOf(form, at + 1)) {
        const end = at + form.length;
        if (around.test(source.slice(at - 1, at) + source.slice(end, end + 1))) return at;
      }
    }
  }
  return undefined;
}

/**
 * Checks every file of a content folder. Files that cannot be read are reported too.
 *
 * @param origins the site's own origins
 */
export function checkFiles(
  folder: string,
  said: Language,
  origins: readonly string[] = [],
): { library: Library; texts: readonly Text[]; reports: Report[] } {
  const wrong: Report[] = [];
  const library = openLibrary(folder, (file, { line, ...told }) => {
    wrong.push({
      ...reportAt(relative(folder, file), "error", told, said),
      ...(line && { line }),
    });
  });
  const texts = LANGUAGES.flatMap((language) =>
    CONTENT_TYPES.flatMap((type) =>
      library(type, language).map(({ item }) => {
        const place = `${language}/${type}/${item.slug}.md`;
        return { place, type, language, item, source: readFileSync(join(folder, place), "utf8") };
      }),
    ),
  );
  const files = mediaFiles(folder);
  const facts = { hasFile: (name: string) => files.includes(name), origins };
  const reports = checkTexts(texts, facts, said);
  const unread = unreadFiles(folder).map((place) =>
    reportAt(place, "error", { rule: "file_unread", values: PLACES }, said),
  );
  return { library, texts, reports: [...wrong, ...unread, ...reports] };
}

/** Names of the subfolders in the folder of each language. */
const FOLDERS: readonly string[] = [...CONTENT_TYPES, "policies"];
const PLACES = { languages: LANGUAGES.join(", "), folders: FOLDERS.join(", ") };

/** Returns files that look like content texts but that the site does not read. */
function unreadFiles(folder: string): string[] {
  const isRead = (name: string) => {
    const [language, type = "", file = "", below] = name.split("/");
    const isPlaced = LANGUAGES.some((one) => one === language) && FOLDERS.includes(type);
    return isPlaced && file.endsWith(".md") && below === undefined;
  };
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:md|markdown|mdx|txt)$/i.test(name))
    .filter(
      (name) => !isRead(name) && !name.startsWith(`${MEDIA_FOLDER}/`) && name !== "README.md",
    );
}

/** Time limit in seconds for a request of a hundred WordPress items. */
const PATIENCE = 30;
const PER_PAGE = 100;
/**
 * WordPress's error codes that end a list of items: for a page number after the last page, and for an unknown content
 * type.
 */
const ENDS: readonly unknown[] = ["rest_post_invalid_page_number", "rest_no_route"];

/**
 * Checks every published text of a WordPress site. Throws if a list of texts cannot be read, so that a failed request
 * does not look like an empty list. `credentials` (`user:password`) are for a site that asks every reader for a
 * password.
 */
export async function checkWordPress(
  {
    address,
    hosts,
    origins = [],
    credentials,
  }: {
    address: string;
    hosts: readonly string[];
    /** The site's own origins. */
    origins?: readonly string[];
    credentials?: string;
  },
  said: Language,
): Promise<{ texts: readonly Text[]; reports: Report[] }> {
  const site = new URL(address.replace(/\/+$/, "").replace(/\/wp-json$/, ""));
  const texts: Text[] = [];
  for (const type of CONTENT_TYPES) {
    for (const asked of LANGUAGES) {
      for (const item of await itemsOf(site, type, asked, credentials)) {
        const language = languageOf(item.lang?.slice(0, 2));
        if (language !== asked) continue;
        texts.push({
          place: `${site.origin}: ${type}/${plainSlug(item.slug)} (${language})`,
          type,
          language,
          item,
        });
      }
    }
  }
  const links = CONTENT_TYPES.flatMap((type) =>
    LANGUAGES.map((language) => {
      const isListed = (text: Text) => text.type === type && text.language === language;
      return linksOf(
        type,
        language,
        texts.filter(isListed).map(({ item }) => item),
      );
    }),
  );
  const facts = {
    siteLink: (href: string) => pathOfLink(href, site, links),
    origins: [...origins, site.origin],
    pictureHosts: [site.host, ...hosts],
  };
  return { texts, reports: checkTexts(texts, facts, said) };
}

/**
 * Returns all published items of a language from WordPress. Returns an empty list if WordPress lacks the content type.
 */
async function itemsOf(
  site: URL,
  type: ContentType,
  lang: Language,
  credentials?: string,
): Promise<ContentItem[]> {
  const headers: Record<string, string> = credentials
    ? { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }
    : {};
  const items: ContentItem[] = [];
  for (let page = 1; ; page++) {
    const url = new URL(`${site.href.replace(/\/$/, "")}/wp-json/wp/v2/${type}`);
    url.search = `${new URLSearchParams({ per_page: `${PER_PAGE}`, page: `${page}`, _embed: "1", lang })}`;
    const { status, json } = await askService(url, PATIENCE, { headers });
    if (status !== 200) {
      const { code } = z.object({ code: z.unknown() }).catch({ code: status }).parse(json);
      if (ENDS.includes(code)) return items;
      throw new Error(`${url.origin}${url.pathname}: ${status} ${code}`);
    }
    const read = z.array(z.unknown()).parse(json);
    items.push(...read.flatMap((one) => contentItemSchema.safeParse(one).data ?? []));
    if (read.length < PER_PAGE) return items;
  }
}

type Place = Pick<Report, "place" | "line">;

/**
 * Returns the distinct external links of texts, each with the file and line in which it first occurs.
 */
export function externalLinks(texts: readonly Text[]): Map<string, Place> {
  const links = new Map<string, Place>();
  for (const { place, item, source = "" } of texts) {
    const found = [...elementsOf(item.content?.rendered ?? "")].map(
      ({ attributes }) => attributes.href,
    );
    for (const link of [...found, item.meta.link]) {
      if (typeof link !== "string" || !/^https?:\/\//.test(link) || links.has(link)) continue;
      const at = offsetOf(link, source, 0);
      links.set(link, { place, ...(at !== undefined && { line: lineAt(source, at) }) });
    }
  }
  return links;
}

/** Time limit in seconds for one external link, and maximum number of parallel requests. */
const LINK_PATIENCE = 10;
const LINKS_AT_ONCE = 4;

/** Requests each external link. Reports links that answer with an error or do not answer. */
export async function checkLinks(
  links: ReadonlyMap<string, Place>,
  said: Language,
): Promise<Report[]> {
  const reports: Report[] = [];
  const rest = [...links];
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const [link, place] = next;
      const status = await fetch(link, { signal: AbortSignal.timeout(LINK_PATIENCE * 1000) }).then(
        async (answer) => {
          await answer.body?.cancel();
          return answer.status;
        },
        () => 0,
      );
      if (status >= 400 || status === 0) {
        const values = { link, status: status ? String(status) : "—" };
        const told = { rule: "link_failed", values } as const;
        reports.push({ ...reportAt(place.place, "warning", told, said), ...place });
      }
    }
  };
  await Promise.all(Array.from({ length: LINKS_AT_ONCE }, work));
  return reports;
}
