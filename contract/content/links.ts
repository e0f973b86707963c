/** Allowed schemes of a link in a content text or item. */
const SCHEMES = ["http:", "https:", "mailto:", "tel:"];
const LENGTH_MAX = 2_000;

/** A host without a scheme, with optional port and path: www.example.org/iscrizione. */
const HOST = /^(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+(\p{L}{2,})(?::\d+)?(?=[/?#]|$)/u;
/** File extensions that look like a top-level domain, so that `guide.pdf` is not read as a host. */
const FILES = ["html", "htm", "php", "pdf", "doc", "docx", "ppt", "pptx", "zip", "jpg", "png"];

/**
 * Returns the address that an editor typed as a link. Adds a missing scheme (www.example.org, info@example.org) and
 * keeps a path of this site. Returns null for other schemes and invalid addresses.
 */
export function linkAddress(given: string): string | null {
  // Ignores white space at both ends and control characters inside the address, as browsers do.
  const text = given.replaceAll(/\p{Cc}+/gu, "").trim();
  if (text === "" || text.length > LENGTH_MAX || /\s/.test(text)) return null;
  // An address that starts with two slashes or backslashes leads to another host.
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
