import type { IncomingMessage, ServerResponse } from "node:http";

/*
 * Sends prerendered pages. The page cache has set the ETag of each page (lib/page-cache), because Next would compute it
 * for each request.
 */

/** Maximum number of pages whose bytes this process keeps: all public pages in both languages. About 30 MB. */
const KEPT = 250;
const kept = new Map<string, Buffer>();

/** Returns a page's bytes. Encoding the text of a page takes longer than sending its bytes. */
function bytesOf(tag: string, page: string): Buffer {
  const known = kept.get(tag);
  if (known) return known;
  const [oldest] = kept.keys();
  if (kept.size >= KEPT && oldest) kept.delete(oldest);
  const bytes = Buffer.from(page);
  kept.set(tag, bytes);
  return bytes;
}

const typeOf = (answer: ServerResponse) => String(answer.getHeader("Content-Type"));

/** Returns the ETag of a page; undefined for a page without an ETag, and for every other response. */
function tagOf(answer: ServerResponse): string | undefined {
  const tag = answer.getHeader("ETag");
  return typeof tag === "string" && typeOf(answer).startsWith("text/html") ? tag : undefined;
}

/**
 * Returns the status of a response: 304 if the client already has this version of the page. Node then sends no body.
 * Removes the page's ETag from the page's data for navigations, because those data have the same headers.
 */
export function pageStatus(request: IncomingMessage, answer: ServerResponse, status: number) {
  if (typeOf(answer).startsWith("text/x-component")) answer.removeHeader("ETag");
  const known = request.headers["if-none-match"];
  const tag = tagOf(answer);
  if (status !== 200 || tag === undefined || known === undefined) return status;
  // Ignore the prefix `W/`, because a proxy that compresses responses turns a strong ETag into a weak ETag.
  const tags = known.split(",").map((each) => each.trim().replace(/^W\//, ""));
  if (!tags.includes(tag) && !tags.includes("*")) return status;
  answer.removeHeader("Content-Length");
  return 304;
}

/** Makes a response send a page's kept bytes instead of the page's text. */
export function sendPageBytes(answer: ServerResponse): void {
  const { end } = answer;
  answer.end = function (this: ServerResponse, ...given: unknown[]) {
    const tag = typeof given[0] === "string" ? tagOf(this) : undefined;
    if (tag !== undefined) given[0] = bytesOf(tag, String(given[0]));
    return end.apply(this, given as Parameters<typeof end>);
  } as typeof end;
}
