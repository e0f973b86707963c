import sanitizeHtml from "sanitize-html";

/** Hosts whose players may be framed in content; unknown frames are dropped. */
const FRAME_HOSTS = ["www.youtube-nocookie.com", "player.vimeo.com"];

/**
 * Content HTML, cleaned at the door: whatever wrote it, only headings, text, lists, quotes, tables,
 * figures, galleries and known players come through; no scripts, handlers or styles.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ..."h2 h3 h4 h5 p br hr a strong b em i u s sub sup abbr cite code pre".split(" "),
      ..."ul ol li dl dt dd blockquote figure figcaption img picture source".split(" "),
      ..."table caption thead tbody tfoot tr th td div span iframe time".split(" "),
    ],
    allowedAttributes: {
      "*": ["id", "lang", "class"],
      a: ["href", "title", "rel", "target"],
      img: ["src", "srcset", "sizes", "alt", "width", "height", "loading"],
      source: ["srcset", "sizes", "type", "media"],
      iframe: ["src", "title", "width", "height", "allowfullscreen", "loading"],
      th: ["scope", "colspan", "rowspan"],
      td: ["colspan", "rowspan"],
      ol: ["start", "type", "reversed"],
      time: ["datetime"],
      blockquote: ["cite"],
    },
    // Only the block editor's own classes mean something to the styles.
    allowedClasses: {
      "*": [/^wp-block-/, /^align(left|right|center|wide|full)$/, "has-text-align-center"],
    },
    allowedSchemes: ["https", "http", "mailto", "tel"],
    allowedSchemesByTag: { img: ["https"], iframe: ["https"] },
    allowedIframeHostnames: FRAME_HOSTS,
    allowProtocolRelative: false,
    // A page has one h1, and that is its title.
    transformTags: { h1: "h2", a: safeTarget, iframe: lazyFrame },
    exclusiveFilter: (frame) => frame.tag === "iframe" && !frame.attribs.src,
  });
}

function safeTarget(tagName: string, attribs: Record<string, string>) {
  const { target, ...rest } = attribs;
  return target === "_blank"
    ? { tagName, attribs: { ...rest, target, rel: "noopener noreferrer" } }
    : { tagName, attribs: rest };
}

function lazyFrame(tagName: string, attribs: Record<string, string>) {
  return { tagName, attribs: { ...attribs, loading: "lazy" } };
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

/** The plain text of a piece of HTML, entities decoded, white space folded. */
export function plainText(html: string): string {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim();
}
