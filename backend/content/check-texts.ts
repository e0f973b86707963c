import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import { type ContentItem, contentItemSchema } from "@/contract/content/content";
import { check, type Finding, type Known } from "@/contract/content/content-check";
import { CONTENT_TYPES, type ContentType } from "@/contract/content/content-types";
import { namesOf } from "@/contract/content/counterparts";
import { findingText } from "@/contract/content/editor-messages";
import type { Placed } from "@/contract/content/further";
import { elementsOf } from "@/contract/content/html-elements";
import { plainSlug } from "@/contract/content/slugs";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOf } from "@/contract/languages";
import { askService } from "../http/ask";
import { type Library, openLibrary } from "./library";
import { MEDIA_FOLDER, mediaFiles } from "./media/files";

/**
 * A problem found in a content text or file. `place` is the file's path or the WordPress item, and `line` is the line
 * in the file.
 */
export type Report = Pick<Finding, "level" | "field"> & {
  place: string;
  line?: number;
  message: string;
  rule: Finding["rule"] | "file_wrong";
};

/** A content text to check. `source` is the content of its Markdown file. */
type Text = {
  place: string;
  type: ContentType;
  language: Language;
  item: ContentItem;
  source?: string;
};

/**
 * Checks all content texts together, because some checks compare a text with other texts, such as its translations.
 * `origin` is the address of the WordPress that contains the texts.
 */
function checkTexts(
  texts: readonly Text[],
  { origin, ...known }: Pick<Known, "pictureHosts" | "hasFile"> & { origin?: string },
  said: Language,
): Report[] {
  const published = new Set(
    texts
      .filter(({ item }) => item.status === "publish")
      .map(({ type, language, item }) => `${language}/${type}/${plainSlug(item.slug)}`),
  );
  const has = ({ type, slug }: Placed, language: Language) =>
    [language, DEFAULT_LANGUAGE].some((one) => published.has(`${one}/${type}/${slug}`)) ||
    (type === "posts" && /^\d+$/.test(slug));
  return texts.flatMap((text) => {
    const { type, language, item } = text;
    const others = texts.filter((one) => one !== text);
    const names = new Set(namesOf(item));
    const family = others.filter(
      (one) =>
        one.type === type &&
        one.language !== language &&
        namesOf(one.item).some((name) => names.has(name)),
    );
    const articles = others.filter((one) => one.type === "posts" && one.language === language);
    const findings = check(type, item, language, {
      ...known,
      has,
      authors: namesIn(others),
      subjects: new Set(
        articles.flatMap((one) => one.item._embedded?.["wp:term"]?.[0]?.[0]?.name ?? []),
      ),
      translations: family.map((one) => ({
        language: one.language,
        modifiedAt: new Date(`${one.item.modified_gmt}Z`),
      })),
      origins: origin ? [origin] : [],
    });
    return findings.map((finding) => reportOf(text, finding, said));
  });
}

function namesIn(texts: readonly Text[]): Set<string> {
  const authors = texts.flatMap(({ item }) => item._embedded?.author?.[0]?.name ?? []);
  const people = texts.filter(({ type }) => type === "people");
  return new Set([...authors, ...people.map(({ item }) => item.title.rendered)]);
}

function reportOf({ place, source }: Text, finding: Finding, said: Language): Report {
  const { link, picture } = finding.values ?? {};
  const found =
    source?.indexOf(link ?? picture ?? (finding.field ? `${finding.field}:` : "")) ?? -1;
  const isLocated = found >= 0 && (link ?? picture ?? finding.field) !== undefined;
  return {
    place,
    ...(isLocated && { line: source?.slice(0, found).split("\n").length ?? 1 }),
    level: finding.level,
    rule: finding.rule,
    ...(finding.field && { field: finding.field }),
    message: findingText(finding, said),
  };
}

/** Checks every file of a content folder. Files that cannot be read are reported too. */
export function checkFiles(
  folder: string,
  said: Language,
): { library: Library; reports: Report[] } {
  const wrong: Report[] = [];
  const library = openLibrary(folder, (file, message) => {
    wrong.push({ place: relative(folder, file), level: "error", rule: "file_wrong", message });
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
  const reports = checkTexts(texts, { hasFile: (name) => files.includes(name) }, said);
  const unread = unreadFiles(folder).map((place) => ({
    place,
    level: "error" as const,
    rule: "file_unread" as const,
    message: findingText({ rule: "file_unread" }, said),
  }));
  return { library, reports: [...wrong, ...unread, ...reports] };
}

/** Returns files that look like content texts but that the site does not read. */
function unreadFiles(folder: string): string[] {
  const folders: readonly string[] = [...CONTENT_TYPES, "policies"];
  const isRead = (name: string) => {
    const [language, type = "", file = "", below] = name.split("/");
    const isPlaced = LANGUAGES.some((one) => one === language) && folders.includes(type);
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
/** Errors of WordPress that end a list: a page number after the last page, and an unknown content type. */
const ENDS: readonly unknown[] = ["rest_post_invalid_page_number", "rest_no_route"];

/**
 * Checks every published text of a WordPress. Throws if a list of texts cannot be read, so that a failed request does
 * not look like an empty list. `credentials` (`user:password`) are for a WordPress that asks every reader for a
 * password.
 */
export async function checkWordPress(
  {
    address,
    hosts,
    credentials,
  }: { address: string; hosts: readonly string[]; credentials?: string },
  said: Language,
): Promise<Report[]> {
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
  return checkTexts(texts, { origin: site.origin, pictureHosts: [site.host, ...hosts] }, said);
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

/** Returns the distinct external links of a content folder, each with a text that contains the link. */
export function externalLinks(library: Library): Map<string, string> {
  const links = new Map<string, string>();
  for (const language of LANGUAGES) {
    for (const type of CONTENT_TYPES) {
      for (const { item } of library(type, language)) {
        const found = [...elementsOf(item.content?.rendered ?? "")].map(
          ({ attributes }) => attributes.href,
        );
        for (const href of [...found, item.meta.link]) {
          if (typeof href === "string" && /^https?:\/\//.test(href))
            links.set(href, `${language}/${type}/${item.slug}.md`);
        }
      }
    }
  }
  return links;
}

/** Time limit in seconds for one external link, and maximum number of parallel requests. */
const LINK_PATIENCE = 10;
const LINKS_AT_ONCE = 4;

/** Requests each external link. Reports links that answer with an error or do not answer. */
export async function checkLinks(
  links: ReadonlyMap<string, string>,
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
        const rule = "link_failed" as const;
        const values = { link, status: status ? String(status) : "—" };
        reports.push({
          place,
          level: "warning",
          rule,
          message: findingText({ rule, values }, said),
        });
      }
    }
  };
  await Promise.all(Array.from({ length: LINKS_AT_ONCE }, work));
  return reports;
}
