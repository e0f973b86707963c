import sanitizeHtml from "sanitize-html";
import { linkAddress } from "@/contract/content/links";
import { isPictureName, MEDIA_PATH } from "@/contract/content/media";
import { CONTENT_DEPTH_MAX } from "@/contract/content/texts";
import { config } from "../../config";
import { pictureAddress, WIDEST, widthsOf } from "../picture-address";
import { filePath } from "./own-files";
import { siteLink } from "./own-links";

/** Hosts of video players that content can link to. Frames from other hosts are removed. */
const PLAYER_HOSTS = [
  "www.youtube-nocookie.com",
  "www.youtube.com",
  "youtube.com",
  "player.vimeo.com",
];
/**
 * Picture widths in pixels that pages request from Next's image optimizer. Next's configuration must allow these
 * widths.
 */
const IMAGE_WIDTHS = [640, 828, 1200, 1920];
/** The `sizes` attribute of pictures in a text, whose column is at most 800 px wide. */
const IMAGE_SIZES = "(max-width: 1023px) 100vw, 800px";

/** HTML tags that a content text can contain. */
const TAGS = [
  ..."h2 h3 h4 h5 h6 p br hr a strong b em i u s sub sup abbr cite code pre mark del ins".split(
    " ",
  ),
  ..."ul ol li dl dt dd blockquote figure figcaption img".split(" "),
  ..."video audio source track".split(" "),
  ..."table caption thead tbody tfoot tr th td div span time details summary".split(" "),
];

/**
 * Sanitises the HTML of a content text. Keeps only headings, text, lists, quotes, tables, figures, and media; removes
 * scripts, event handlers, and styles. Pictures come only from the configured hosts, through this site's image
 * optimizer, or from content/media. A known video player becomes a link, because a frame would contact third parties
 * without consent.
 *
 * @param imagesFrom the URL of the separate content back end; null for content in files
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
      video: ["src", "poster", "controls", "preload", "width", "height", "playsinline"],
      audio: ["src", "controls", "preload"],
      source: ["src", "type"],
      track: ["src", "kind", "srclang", "label", "default"],
      ol: ["start", "type", "reversed"],
      time: ["datetime"],
      blockquote: ["cite"],
    },
    // Classes of WordPress's block editor for which the site has styles.
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
    // When an element is removed, its text stays, except the text of code and controls, which readers cannot use.
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "button", "label"],
    // Headings of level 1 become level 2, because the page's title is its only h1.
    transformTags: {
      h1: "h2",
      th: alignedCell,
      td: alignedCell,
      a: safeLink,
      div: column,
      iframe: playerLink,
      video: player,
      audio: player,
      source: ownSource,
      track: ownSource,
      img: (_, attribs) => ({ tagName: "img", attribs: shownImage(attribs, imagesFrom) }),
      "*": (tagName, { id, ...attribs }) => {
        if (!id) return { tagName, attribs };
        ids.add(id);
        return { tagName, attribs: { ...attribs, id: OWN_ID + id } };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => NEED_SOURCE.includes(tag) && !attribs.src,
  });
  return withoutLeftovers(withOwnLinks(clean, ids));
}

const NEED_SOURCE = ["img", "source", "track"];

/**
 * Shows a video or audio file from a content host in the browser's player, which supports captions. Removes players for
 * files of other hosts.
 */
function player(
  tagName: string,
  { src, poster, ...rest }: Record<string, string>,
): sanitizeHtml.Tag {
  const own = src === undefined ? undefined : filePath(src);
  if (own === null) return { tagName: "foreign-player", attribs: {} };
  const still = poster && filePath(poster);
  const attribs = {
    ...rest,
    ...(own && { src: own }),
    ...(still && { poster: still }),
    controls: "",
    preload: "metadata",
    ...(tagName === "video" && { playsinline: "" }),
  };
  return { tagName, attribs };
}

function ownSource(
  tagName: string,
  { src = "", ...rest }: Record<string, string>,
): sanitizeHtml.Tag {
  const own = filePath(src);
  return { tagName, attribs: own ? { ...rest, src: own } : {} };
}

/** Column widths in percent for which the style sheet has a class. */
const COLUMNS = [25, 33, 50, 66, 75];

/** Turns a column's width into a class, because style attributes are removed. */
function column(tagName: string, { style = "", ...attribs }: Record<string, string>) {
  const width = Number(/flex-basis:\s*(\d{1,3})(?:\.\d+)?%/.exec(style)?.[1] ?? 0);
  const [nearest = 0] = COLUMNS.toSorted((a, b) => Math.abs(a - width) - Math.abs(b - width));
  if (!width || !/\bwp-block-column\b/.test(attribs.class ?? "")) return { tagName, attribs };
  return { tagName, attribs: { ...attribs, class: `${attribs.class} wp-block-column-${nearest}` } };
}

/** Prefix of every id in a content text, so that no text can use an id of the page or its scripts. */
const OWN_ID = "text-";

/** Adds the prefix OWN_ID to the links that lead to an id in the same content text. */
function withOwnLinks(html: string, ids: ReadonlySet<string>): string {
  return html.replaceAll(
    /(<a(?: [^<>]*)? href="#)([^"<>]*)"/g,
    (whole, start: string, id: string) => (ids.has(id) ? `${start}${OWN_ID}${id}"` : whole),
  );
}

/** Pattern of an embed block with only a URL as plain text, because WordPress could not load the embed. */
const BARE_EMBED = /(<figure class="wp-block-embed[^<>]*>\s*<div[^<>]*>)\s*(https?:\/\/[^\s<>"]+)/g;

/** Removes empty wrappers of removed elements, and plugin shortcodes, which readers must not see. */
function withoutLeftovers(html: string): string {
  const played = withoutShortcodes(html).replaceAll(
    /<(video|audio)(?![^<>]* src=)[^<>]*>(?:\s|<track[^<>]*>)*<\/\1>/g,
    "",
  );
  const voiced = withoutFigures(played, "wp-block-audio", "<audio");
  const filmed = withoutFigures(voiced, "wp-block-video", "<video");
  const pictured = withoutFigures(filmed, "wp-block-image", "<img");
  const linked = pictured.replaceAll(BARE_EMBED, '$1<a href="$2" class="wp-block-player">$2</a>');
  return withoutFigures(linked, "wp-block-embed", "<a ").replaceAll(
    /<(p|h2|h3|h4|h5|h6)(?: [^<>]*)?>(?:\s|&nbsp;)*<\/\1>/g,
    "",
  );
}

/**
 * Removes every figure that has the class `className` and does not contain the text `kept`. `kept` is the start tag of
 * the content that such a figure must have, such as `<img`.
 */
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

/** Pattern of a text in square brackets, or of the start tag of an element whose text must not change (code, pre). */
const BRACKETS = /<(code|pre)(?:\s[^<>]*)?>|\[([^[\]]*)\]/g;

/**
 * Removes shortcodes of missing WordPress plugins, such as `[gallery ids="1,2"]`, `[vc_row]` and `[button]…[/button]`.
 * Keeps code, and text such as "[sic]".
 *
 * @param whole the complete text, if `text` is only its beginning: the end tag of a shortcode can be in the other part
 */
function withoutShortcodes(text: string, whole = text): string {
  const closed = new Set([...whole.matchAll(/\[\/([a-z][\w-]*)\]/g)].map(([, name]) => name));
  let end = 0;
  return text.replaceAll(BRACKETS, (whole, code: string | undefined, inner = "", at: number) => {
    if (at < end) return whole;
    if (code) end = Math.max(text.indexOf(`</${code}>`, at), at);
    const isShortcode =
      /^(?:[a-z][\w-]*\s+[\w-]+=|\/[a-z][\w-]*$|[a-z][a-z0-9-]*_[\w-]*$)/.test(inner) ||
      closed.has(inner);
    return !code && isShortcode ? "" : whole;
  });
}

/**
 * Runs `sanitize-html` on a text. If elements are nested too deeply, only the words stay, because the parser would take
 * quadratic time.
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

/** Converts a table cell that is aligned right (`---:` in Markdown tables) to the class of WordPress's block editor. */
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

/**
 * Returns the safe target of a link in a text. Adds a missing scheme, keeps a path of this site, and removes a path
 * that leads to another host, such as `//example.org`.
 */
function shownLink(href: string): { href?: string } {
  const address = linkAddress(href);
  // The site serves WordPress's files under its own paths, because visitors' browsers possibly cannot reach the
  // WordPress.
  const own = address === null ? undefined : (filePath(address) ?? siteLink(address));
  if (own !== undefined) return own === null ? {} : { href: own };
  if (address !== null) return { href: address };
  return /^[\s\p{Cc}]*[/\\]/u.test(href) ? {} : { href };
}

function playerLink(_: string, { src = "", title }: Record<string, string>): sanitizeHtml.Tag {
  const url = URL.canParse(src) ? new URL(src) : null;
  if (url?.protocol !== "https:" || !PLAYER_HOSTS.includes(url.hostname)) {
    // Return a tag that is not allowed, so that the sanitizer removes the frame.
    return { tagName: "iframe", attribs: {} };
  }
  const attribs = { href: watchAddress(url), class: "wp-block-player" };
  return { tagName: "a", attribs, text: title || url.hostname };
}

/**
 * Returns the page where an embedded video can be watched, because an embedded player does not work outside a frame.
 */
function watchAddress({ hostname, pathname, href }: URL): string {
  const id = /^\/(?:embed|video)\/([\w-]+)/.exec(pathname)?.[1];
  if (!id) return href;
  return hostname === "player.vimeo.com"
    ? `https://vimeo.com/${id}`
    : `https://www.youtube.com/watch?v=${id}`;
}

/**
 * Returns the URL of a picture on the configured host for Next's image optimizer. Returns null for other hosts. Accepts
 * http too, because old texts of a WordPress that moved to https contain http.
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

/** Reports whether a path leads to a file in `content/media`, which the embedded back end serves. */
function isOwnFile(src: string): boolean {
  const [name = ""] = src.slice(MEDIA_PATH.length).split("?v=");
  return src.startsWith(MEDIA_PATH) && isPictureName(name);
}

/**
 * Returns the addresses of a picture of `content/media` without camera data, in several widths if its width is known.
 */
function ownFile(src: string, width: number): Record<string, string> {
  if (!width) return { src: pictureAddress({ src, width: WIDEST }, "plain") };
  const file = { src, width };
  const srcset = widthsOf(file).map(
    (offered) => `${pictureAddress(file, "plain", offered)} ${offered}w`,
  );
  return { src: pictureAddress(file, "plain"), srcset: srcset.join(", "), sizes: IMAGE_SIZES };
}

/** Returns the attributes with which a page shows a picture. A picture without `src` is removed. */
function shownImage(
  { src = "", alt = "", width = "", height = "" }: Record<string, string>,
  imagesFrom: string | null,
): Record<string, string> {
  const size = { ...(width && { width }), ...(height && { height }) };
  // A relative path belongs to the content's host. Without a separate content host, only pictures in content/media are
  // accepted.
  if (!imagesFrom && isOwnFile(src))
    return { ...ownFile(src, Number(width)), alt, ...size, loading: "lazy" };
  const address = imagesFrom && /^\/[^/\\]/.test(src) ? new URL(src, imagesFrom).href : src;
  const own = imagesFrom && ownPicture(address, imagesFrom, config.content.hosts);
  if (!own) return {};
  // The site itself fetches WordPress's files, which can need a password, a private network, or redirects.
  const url = filePath(own) ?? own;
  const optimised = (pixels: number) =>
    `/_next/image?${new URLSearchParams({ url, w: String(pixels), q: "75" })}`;
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
 * Makes the URLs in sanitised HTML absolute, for feed readers and other programs outside this site. Removes responsive
 * sizes and classes, which work only on this site's pages.
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

/**
 * Returns the plain text of HTML, with entities decoded and white space collapsed. Keeps non-breaking spaces.
 *
 * @param whole the complete text, if `html` is an excerpt
 */
export function plainText(html: string, whole = html): string {
  const text = sanitized(html, { allowedTags: [], allowedAttributes: {} });
  return withoutShortcodes(text, whole)
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/[^\S\u00a0]+/g, " ")
    .trim();
}

/** Returns HTML as plain text in sentences: headings and table rows end with a full stop, and " · " separates cells. */
export function runningText(html: string): string {
  const ended = html.replaceAll(/(?<![.?!:…])(?=<\/h[1-6]>|<\/t[dh]>\s*<\/tr>)/g, ".");
  return plainText(ended.replaceAll(/<\/t[dh]>\s*(?=<t[dh]\b)/g, " · "));
}
