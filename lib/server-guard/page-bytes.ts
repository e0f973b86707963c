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

/** Reports whether the client already has the version of the page with this ETag. */
function isKnown(request: IncomingMessage, tag: string): boolean {
  const known = request.headers["if-none-match"]?.split(",") ?? [];
  // Ignore the prefix `W/`, because a proxy that compresses responses turns a strong ETag into a weak ETag.
  return known.some((each) => ["*", tag].includes(each.trim().replace(/^W\//, "")));
}

/**
 * Returns the status of a response: 304 if the client already has this version of the page. Node then sends no body.
 * Removes the page's ETag from the page's data for navigations, because those data have the same headers.
 */
export function pageStatus(request: IncomingMessage, answer: ServerResponse, status: number) {
  if (typeOf(answer).startsWith("text/x-component")) answer.removeHeader("ETag");
  const tag = tagOf(answer);
  if (status !== 200 || tag === undefined || !isKnown(request, tag)) return status;
  answer.removeHeader("Content-Length");
  return 304;
}

/**
 * Makes a response send a page's kept bytes instead of the page's text. Next must not compress a page that the client
 * already has: compression starts before the status is known.
 */
export function sendPageBytes(request: IncomingMessage, answer: ServerResponse): void {
  const { appendHeader, end } = answer;
  // Next adds the page cache's headers with this method.
  answer.appendHeader = function (this: ServerResponse, name, value) {
    if (name === "etag" && isKnown(request, String(value))) {
      delete request.headers["accept-encoding"];
    }
    return appendHeader.call(this, name, value);
  };
  answer.end = function (this: ServerResponse, ...given: unknown[]) {
    const tag = typeof given[0] === "string" ? tagOf(this) : undefined;
    if (tag !== undefined) given[0] = bytesOf(tag, String(given[0]));
    return end.apply(this, given as Parameters<typeof end>);
  } as typeof end;
}
