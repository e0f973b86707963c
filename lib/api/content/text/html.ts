import sanitizeHtml from "sanitize-html";
import { linkAddress } from "@/contract/content/links";
import { isPictureName, readMedia } from "@/contract/content/media";
import { CONTENT_DEPTH_MAX } from "@/contract/content/texts";
import { config } from "../../../config";

/** Hosts of players that content may link to; unknown frames are dropped. */
const PLAYER_HOSTS = [
  "www.youtube-nocookie.com",
  "www.youtube.com",
  "youtube.com",
  "player.vimeo.com",
];
/** Widths requested from the optimiser, px; Next must allow them. */
const IMAGE_WIDTHS = [640, 828, 1200, 1920];
/** The text column is no wider. */
const IMAGE_SIZES = "(max-width: 1023px) 100vw, 800px";

/** The allowed tags. */
const TAGS = [
  ..."h2 h3 h4 h5 p br hr a strong b em i u s sub sup abbr cite code pre mark del ins".split(" "),
  ..."ul ol li dl dt dd blockquote figure figcaption img".split(" "),
  ..."table caption thead tbody tfoot tr th td div span time details summary".split(" "),
];

/**
 * Content HTML, sanitised on entry: whatever wrote it, only headings, text, lists, quotes, tables,
 * figures and galleries are kept; no scripts, handlers or styles. Pictures come from this site,
 * through the optimiser from the configured host alone; a known player becomes a link to it, because
 * a frame would contact third parties without consent.
 *
 * @param imagesFrom the origin whose pictures may be shown; null for none
 */
export function cleanHtml(html: string, imagesFrom: string | null = config.content.url): string {
  const ids = new Set<string>();
  const clean = sanitized(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      "*": ["id", "lang", "class"],
      a: ["href", "title", "rel", "target"],
      img: ["src", "srcset", "sizes", "alt", "width", "height", "loading"],
      th: ["scope", "colspan", "rowspan"],
      td: ["colspan", "rowspan"],
      ol: ["start", "type", "reversed"],
      time: ["datetime"],
      blockquote: ["cite"],
    },
    // Only the block editor's own classes mean something to the stylesheets.
    allowedClasses: {
      "*": [
        /^wp-block-/,
        "fn",
        "is-style-bars",
        /^align(left|right|center|wide|full)$/,
        /^has-text-align-(center|right)$/,
      ],
    },
    allowedSchemes: ["https", "http", "mailto", "tel"],
    allowProtocolRelative: false,
    // Dropped elements leave their text; but not code, nor controls that do nothing.
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "button"],
    // A page has one h1, its title.
    transformTags: {
      h1: "h2",
      th: alignedCell,
      td: alignedCell,
      a: safeLink,
      iframe: playerLink,
      img: (_, attribs) => ({ tagName: "img", attribs: shownImage(attribs, imagesFrom) }),
      "*": (tagName, { id, ...attribs }) => {
        if (!id) return { tagName, attribs };
        ids.add(id);
        return { tagName, attribs: { ...attribs, id: OWN_ID + id } };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
  });
  return withoutLeftovers(withOwnLinks(clean, ids));
}

/** What begins every id of a text: the page's own, and what scripts look for by name, are not for a text to take. */
const OWN_ID = "text-";

/** Links within the text lead to its ids, by their new names. */
function withOwnLinks(html: string, ids: ReadonlySet<string>): string {
  return html.replaceAll(
    /(<a(?: [^<>]*)? href="#)([^"<>]*)"/g,
    (whole, start: string, id: string) => (ids.has(id) ? `${start}${OWN_ID}${id}"` : whole),
  );
}

/** A URL WordPress could get no player for, and so left as it was typed. */
const BARE_EMBED = /(<figure class="wp-block-embed[^<>]*>\s*<div[^<>]*>)\s*(https?:\/\/[^\s<>"]+)/g;

/** Empty wrappers of what was dropped, and text meant for a plugin: none of it is for people. */
function withoutLeftovers(html: string): string {
  const pictured = withoutFigures(withoutShortcodes(html), "wp-block-image", "<img");
  const linked = pictured.replaceAll(BARE_EMBED, '$1<a href="$2" class="wp-block-player">$2</a>');
  return withoutFigures(linked, "wp-block-embed", "<a ").replaceAll(
    /<(p|h2|h3|h4|h5)(?: [^<>]*)?>(?:\s|&nbsp;)*<\/\1>/g,
    "",
  );
}

/** Drops every figure of a class that ends before what it would be there for begins. */
function withoutFigures(html: string, className: string, kept: string): string {
  const tokens = new RegExp(`<figure class="${className}[^<>]*>|${kept}|</figure>`, "g");
  let rest = "";
  let from = 0;
  let start: number | undefined;
  for (const { 0: token, index } of html.matchAll(tokens)) {
    if (token.startsWith("<figure")) start ??= index;
    else if (token === kept) start = undefined;
    else if (start !== undefined) {
      rest += html.slice(from, start);
      from = index + token.length;
      start = undefined;
    }
  }
  return rest + html.slice(from);
}

/** `[gallery ids="1,2"]` and `[/caption]` from plugins that are gone; "[sic]" is a word. */
function withoutShortcodes(text: string): string {
  return text.replaceAll(/\[([^[\]]*)\]/g, (whole, inner: string) =>
    /^(?:[a-z][\w-]*\s+[\w-]+=|\/[a-z][\w-]*$)/.test(inner) ? "" : whole,
  );
}

/**
 * What `sanitize-html` makes of a text. One whose elements stand too deep in one another, which takes the parser the
 * square of its length, keeps its words alone.
 */
function sanitized(html: string, options: sanitizeHtml.IOptions): string {
  let depth = 0;
  try {
    return sanitizeHtml(html, {
      ...options,
      onOpenTag: () => {
        depth += 1;
        if (depth > CONTENT_DEPTH_MAX) throw new TooDeep();
      },
      onCloseTag: () => {
        depth -= 1;
      },
    });
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    console.error(`content: elements stand more than ${CONTENT_DEPTH_MAX} deep: words alone shown`);
    return sanitizeHtml(html.replaceAll(/<[^<>]*>/g, " "), options);
  }
}

class TooDeep extends Error {}

/** A column of numbers, as Markdown's tables mark it (`---:`), as the block editor's class. */
function alignedCell(tagName: string, { align, ...rest }: Record<string, string>) {
  if (align !== "right") return { tagName, attribs: rest };
  return { tagName, attribs: { ...rest, class: "has-text-align-right" } };
}

function safeLink(tagName: string, { target, href, ...rest }: Record<string, string>) {
  const attribs = { ...(href !== undefined && shownLink(href)), ...rest };
  return target === "_blank"
    ? { tagName, attribs: { ...attribs, target, rel: "noopener noreferrer" } }
    : { tagName, attribs };
}

/** Where a text's link leads: what has no scheme is completed, a path stays, what leads away in disguise is dropped. */
function shownLink(href: string): { href?: string } {
  const address = linkAddress(href);
  if (address !== null) return { href: address };
  return /^[\s\p{Cc}]*[/\\]/u.test(href) ? {} : { href };
}

function playerLink(_: string, { src = "", title }: Record<string, string>): sanitizeHtml.Tag {
  const url = URL.canParse(src) ? new URL(src) : null;
  if (url?.protocol !== "https:" || !PLAYER_HOSTS.includes(url.hostname)) {
    // A disallowed tag: nothing is left of it.
    return { tagName: "iframe", attribs: {} };
  }
  const attribs = { href: watchAddress(url), class: "wp-block-player" };
  return { tagName: "a", attribs, text: title || url.hostname };
}

/** Where people watch what a player's address plays: an embedded player refuses to stand alone. */
function watchAddress({ hostname, pathname, href }: URL): string {
  const id = /^\/(?:embed|video)\/([\w-]+)/.exec(pathname)?.[1];
  if (!id) return href;
  return hostname === "player.vimeo.com"
    ? `https://vimeo.com/${id}`
    : `https://www.youtube.com/watch?v=${id}`;
}

/**
 * The URL of a picture on the configured host, as the optimiser takes it; null for all
 * others. A WordPress that moved to https still has http in its old texts.
 *
 * @param others hosts that serve its pictures, too
 */
export function ownPicture(
  src: string,
  from: string,
  others: readonly string[] = [],
): string | null {
  const [url, home] = [URL.parse(src), new URL(from)];
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (url.host === home.host) return home.origin + url.pathname + url.search;
  return others.includes(url.host) ? url.href : null;
}

/** Whether a path is that of a file of `content/media`, as the embedded back end gives it out. */
function isOwnFile(src: string): boolean {
  const [before = "", after = ""] = `/wp-json/${readMedia.path}`.split("{name}");
  return src.startsWith(before) && src.endsWith(after) && isPictureName(src.slice(before.length));
}

/** A picture's attributes as the page shows it; without `src` it is dropped. */
function shownImage(
  { src = "", alt = "", width = "", height = "" }: Record<string, string>,
  imagesFrom: string | null,
): Record<string, string> {
  const size = { ...(width && { width }), ...(height && { height }) };
  // A path is one of the host the text comes from; without such a host only pictures of content/media are this site's.
  if (!imagesFrom && isOwnFile(src)) return { src, alt, ...size, loading: "lazy" };
  const address = imagesFrom && /^\/[^/\\]/.test(src) ? new URL(src, imagesFrom).href : src;
  const own = imagesFrom && ownPicture(address, imagesFrom, config.content.hosts);
  if (!own) return {};
  const optimised = (pixels: number) =>
    `/_next/image?${new URLSearchParams({ url: own, w: String(pixels), q: "75" })}`;
  return {
    src: optimised(1200),
    srcset: IMAGE_WIDTHS.map((pixels) => `${optimised(pixels)} ${pixels}w`).join(", "),
    sizes: IMAGE_SIZES,
    alt,
    ...size,
    loading: "lazy",
  };
}

/**
 * Clean HTML with absolute URLs, for readers that show it away from this site. What only this site's
 * own page can do with it (sizes chosen by the screen, styles by class) is left out.
 *
 * @param base the URL of the text
 */
export function absoluteHtml(html: string, base: string): string {
  const absolute = (address: string | undefined) =>
    address && URL.canParse(address, base) ? { value: new URL(address, base).href } : null;
  return sanitized(html, {
    allowedTags: TAGS,
    allowedAttributes: { "*": ["href", "src", "alt", "width", "height", "lang", "title", "scope"] },
    transformTags: {
      a: (tagName, { href, ...rest }) => {
        const full = absolute(href);
        return { tagName, attribs: full ? { ...rest, href: full.value } : {} };
      },
      img: (tagName, { src, ...rest }) => {
        const full = absolute(src);
        return { tagName, attribs: full ? { ...rest, src: full.value } : {} };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
  });
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

/** The plain text of a piece of HTML, entities decoded, white space collapsed; non-breaking spaces stay. */
export function plainText(html: string): string {
  const text = sanitized(html, { allowedTags: [], allowedAttributes: {} });
  return withoutShortcodes(text)
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/[^\S\u00a0]+/g, " ")
    .trim();
}

/** The same as one reads it on: a heading and a table's row end like a sentence, cells are told apart. */
export function runningText(html: string): string {
  const ended = html.replaceAll(/(?<![.?!:…])(?=<\/h[1-6]>|<\/t[dh]>\s*<\/tr>)/g, ".");
  return plainText(ended.replaceAll(/<\/t[dh]>\s*(?=<t[dh]\b)/g, " · "));
}
