import type { Endpoint } from "@/contract/endpoint";
import type { FilePart } from "@/contract/project/renditions";
import { call } from "@/lib/api/call";
import { type CallRequest, hrefOf } from "@/lib/api/client";

/**
 * Source of a file's content: a URL for links and players, and a function with which scripts load the content.
 */
type Source = { href: string; load: (signal: AbortSignal) => Promise<Response> };
/** The source of a file, of its rendition (converted copy), and of its captions. */
export type FileSource = Source & { rendition: (as: FilePart) => Source };

/**
 * Returns a file's address for links and players, and a function that loads the file, from the API endpoint of the
 * file.
 */
export function fileSource<E extends Endpoint & { answer: { bytes: string } }>(
  endpoint: E,
  request: CallRequest<E>,
): FileSource {
  const sourceOf = (asked: CallRequest<E>): Source => ({
    href: hrefOf(endpoint, asked as Parameters<typeof hrefOf<E>>[1]),
    load: (signal) => call(endpoint, { ...asked, signal }) as Promise<Response>,
  });
  const { query } = request as { query?: object };
  return {
    ...sourceOf(request),
    rendition: (as) => sourceOf({ ...request, query: { ...query, as } } as CallRequest<E>),
  };
}
