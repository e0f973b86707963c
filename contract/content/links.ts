/** Allowed schemes of a link in a text or an item. */
const SCHEMES = ["http:", "https:", "mailto:", "tel:"];
const LENGTH_MAX = 2_000;

/** A host without a scheme, with optional port and path: www.example.org/iscrizione. */
const HOST = /^(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+(\p{L}{2,})(?::\d+)?(?=[/?#]|$)/u;
/** File extensions that look like a top-level domain. */
const FILES = ["html", "htm", "php", "pdf", "doc", "docx", "ppt", "pptx", "zip", "jpg", "png"];

/**
 * Returns an editor's address as a link. Adds a scheme if it is missing (www.example.org, info@example.org),
 * and keeps an address of this site. Returns null for other schemes and invalid addresses.
 */
export function linkAddress(given: string): string | null {
  // Like browsers: ignores white space at both ends and control characters inside.
  const text = given.replaceAll(/\p{Cc}+/gu, "").trim();
  if (text === "" || text.length > LENGTH_MAX || /\s/.test(text)) return null;
  // Two slashes or backslashes at the start lead to another host.
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
