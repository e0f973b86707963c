import type { Endpoint } from "@/contract/endpoint";
import { call } from "@/lib/api/call";
import { type CallRequest, hrefOf } from "@/lib/api/client";

/** Where the bytes of a file are: the address for links and players, and the request for scripts. */
export type FileSource = { href: string; load: (signal: AbortSignal) => Promise<Response> };
/** Returns the address of the rendition of a file that an endpoint returns. */
export const renditionHref = (href: string, as: "video" | "poster") =>
  `${href}${href.includes("?") ? "&" : "?"}as=${as}`;

/** Returns the source of a file or a document that an endpoint returns. */
export function fileSource<E extends Endpoint & { answer: { bytes: string } }>(
  endpoint: E,
  request: CallRequest<E>,
): FileSource {
  return {
    href: hrefOf(endpoint, request as Parameters<typeof hrefOf<E>>[1]),
    load: (signal) => call(endpoint, { ...request, signal }) as Promise<Response>,
  };
}
