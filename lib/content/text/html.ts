import sanitizeHtml from "sanitize-html";
import { linkAddress } from "@/contract/content/links";
import { isPictureName, readMedia } from "@/contract/content/media";
import { CONTENT_DEPTH_MAX } from "@/contract/content/texts";
import { config } from "../../config";

/** Hosts of video players that content can link to. Frames from other hosts are dropped. */
const PLAYER_HOSTS = [
  "www.youtube-nocookie.com",
  "www.youtube.com",
  "youtube.com",
  "player.vimeo.com",
];
/** Picture widths requested from the image optimizer, in pixels. Next's configuration must allow them. */
const IMAGE_WIDTHS = [640, 828, 1200, 1920];
/** The `sizes` attribute of pictures: the text column is at most 800 px wide. */
const IMAGE_SIZES = "(max-width: 1023px) 100vw, 800px";

/** The allowed tags. */
const TAGS = [
  ..."h2 h3 h4 h5 p br hr a strong b em i u s sub sup abbr cite code pre mark del ins".split(" "),
  ..."ul ol li dl dt dd blockquote figure figcaption img".split(" "),
  ..."table caption thead tbody tfoot tr th td div span time details summary".split(" "),
];

/**
 * Sanitizes content HTML from any author. Keeps only headings, text, lists, quotes, tables, figures, and galleries; drops
 * scripts, event handlers, and styles. Pictures come only from the configured host, through this site's image optimizer.
 * A known video player becomes a link, because a frame would contact third parties without consent.
 *
 * @param imagesFrom the origin whose pictures are shown; null for none
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
    // The stylesheets use only the block editor's own classes.
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
    // Dropped elements keep their text, except code and controls, which would be useless.
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "button"],
    // The page's title is its only h1.
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

/** The prefix of every id in a text, so that no text can take an id that the page or its scripts use. */
const OWN_ID = "text-";

/** Makes links within the text point to the prefixed ids. */
function withOwnLinks(html: string, ids: ReadonlySet<string>): string {
  return html.replaceAll(
    /(<a(?: [^<>]*)? href="#)([^"<>]*)"/g,
    (whole, start: string, id: string) => (ids.has(id) ? `${start}${OWN_ID}${id}"` : whole),
  );
}

/** An embed that WordPress could not resolve: it left the URL as plain text. */
const BARE_EMBED = /(<figure class="wp-block-embed[^<>]*>\s*<div[^<>]*>)\s*(https?:\/\/[^\s<>"]+)/g;

/** Removes empty wrappers of dropped elements, and plugin shortcodes, which readers must not see. */
function withoutLeftovers(html: string): string {
  const pictured = withoutFigures(withoutShortcodes(html), "wp-block-image", "<img");
  const linked = pictured.replaceAll(BARE_EMBED, '$1<a href="$2" class="wp-block-player">$2</a>');
  return withoutFigures(linked, "wp-block-embed", "<a ").replaceAll(
    /<(p|h2|h3|h4|h5)(?: [^<>]*)?>(?:\s|&nbsp;)*<\/\1>/g,
    "",
  );
}

/** Drops every figure of a class that does not contain `kept`, the start of its expected content. */
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

/** Removes shortcodes of missing plugins, such as `[gallery ids="1,2"]` and `[/caption]`, but keeps text such as "[sic]". */
function withoutShortcodes(text: string): string {
  return text.replaceAll(/\[([^[\]]*)\]/g, (whole, inner: string) =>
    /^(?:[a-z][\w-]*\s+[\w-]+=|\/[a-z][\w-]*$)/.test(inner) ? "" : whole,
  );
}

/**
 * Runs `sanitize-html` on a text. A text that nests elements too deeply keeps only its words, because the parser would
 * take quadratic time.
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
    console.error(
      `content: elements are nested more than ${CONTENT_DEPTH_MAX} deep: only the text is shown`,
    );
    return sanitizeHtml(html.replaceAll(/<[^<>]*>/g, " "), options);
  }
}

class TooDeep extends Error {}

/** Converts a right-aligned cell (`---:` in Markdown tables) to the block editor's class. */
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

/** Returns a link's safe target: completes a missing scheme, keeps a path, and drops a disguised external link. */
function shownLink(href: string): { href?: string } {
  const address = linkAddress(href);
  if (address !== null) return { href: address };
  return /^[\s\p{Cc}]*[/\\]/u.test(href) ? {} : { href };
}

function playerLink(_: string, { src = "", title }: Record<string, string>): sanitizeHtml.Tag {
  const url = URL.canParse(src) ? new URL(src) : null;
  if (url?.protocol !== "https:" || !PLAYER_HOSTS.includes(url.hostname)) {
    // Return a disallowed tag, so that the sanitizer drops the frame.
    return { tagName: "iframe", attribs: {} };
  }
  const attribs = { href: watchAddress(url), class: "wp-block-player" };
  return { tagName: "a", attribs, text: title || url.hostname };
}

/** Returns the page where a player's video can be watched, because an embedded player does not work outside a frame. */
function watchAddress({ hostname, pathname, href }: URL): string {
  const id = /^\/(?:embed|video)\/([\w-]+)/.exec(pathname)?.[1];
  if (!id) return href;
  return hostname === "player.vimeo.com"
    ? `https://vimeo.com/${id}`
    : `https://www.youtube.com/watch?v=${id}`;
}

/**
 * Returns the URL of a picture on the configured host, as the image optimizer expects it. Null for other hosts. Accepts
 * http, because old texts of a WordPress that moved to https still contain it.
 *
 * @param others additional hosts that serve the pictures
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

/** Reports whether a path is that of a `content/media` file, as the embedded back end serves it. */
function isOwnFile(src: string): boolean {
  const [before = "", after = ""] = `/wp-json/${readMedia.path}`.split("{name}");
  return src.startsWith(before) && src.endsWith(after) && isPictureName(src.slice(before.length));
}

/** Returns a picture's attributes as the page shows it. A picture without `src` is dropped. */
function shownImage(
  { src = "", alt = "", width = "", height = "" }: Record<string, string>,
  imagesFrom: string | null,
): Record<string, string> {
  const size = { ...(width && { width }), ...(height && { height }) };
  // A relative path belongs to the content's host. Without such a host, only content/media pictures belong to this site.
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
 * Makes the URLs of sanitized HTML absolute, for readers that show the text outside this site. Removes responsive sizes
 * and classes, which work only on this site's pages.
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

/** Returns the plain text of HTML: entities decoded, white space collapsed. Keeps non-breaking spaces. */
export function plainText(html: string): string {
  const text = sanitized(html, { allowedTags: [], allowedAttributes: {} });
  return withoutShortcodes(text)
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/[^\S\u00a0]+/g, " ")
    .trim();
}

/** Returns plain text that reads as sentences: headings and table rows end with a period, and " · " separates cells. */
export function runningText(html: string): string {
  const ended = html.replaceAll(/(?<![.?!:…])(?=<\/h[1-6]>|<\/t[dh]>\s*<\/tr>)/g, ".");
  return plainText(ended.replaceAll(/<\/t[dh]>\s*(?=<t[dh]\b)/g, " · "));
}
