/** The schemes a link of a text or an item may have. */
const SCHEMES = ["http:", "https:", "mailto:", "tel:"];
const LENGTH_MAX = 2_000;

/** A host as people write one, with a port and what may follow it: www.example.org/iscrizione. */
const HOST = /^(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+(\p{L}{2,})(?::\d+)?(?=[/?#]|$)/u;
/** What looks like the end of a host and is that of a file. */
const FILES = ["html", "htm", "php", "pdf", "doc", "docx", "ppt", "pptx", "zip", "jpg", "png"];

/**
 * An editor's address as a link: one without a scheme is completed (www.example.org, info@example.org), one of this site
 * stays as it is. Null for every other scheme, and for what is no address.
 */
export function linkAddress(given: string): string | null {
  // As browsers read it: white space at the ends and control characters within it do not count.
  const text = given.replaceAll(/\p{Cc}+/gu, "").trim();
  if (text === "" || text.length > LENGTH_MAX || /\s/.test(text)) return null;
  // Two slashes, of either kind, lead to another host.
  if (/^[/\\]{2}/.test(text)) return null;
  if (/^[/#?]/.test(text)) return text;
  const address = completed(text);
  const url = address === null ? null : URL.parse(address);
  return url && SCHEMES.includes(url.protocol) ? address : null;
}

function completed(text: string): string | null {
  const end = HOST.exec(text)?.[1]?.toLowerCase();
  if (end && (text.includes("/") || !FILES.includes(end))) return `https://${text}`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return text;
  return /^[^@/]+@[^@/]+\.[^@/]+$/.test(text) ? `mailto:${text}` : null;
}
