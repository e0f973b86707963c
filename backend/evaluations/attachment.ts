import { Readable } from "node:stream";
import { INERT, PRIVATE_HEADERS } from "../http/failure";

/** A download: never shown in place, never guessed at, never kept by a cache. */
export function attachment(
  body: Readable | Buffer,
  type: string,
  name: string,
  headers: Record<string, string> = {},
): Response {
  const bytes =
    body instanceof Readable
      ? (Readable.toWeb(body) as ReadableStream<Uint8Array>)
      : new Uint8Array(body);
  return new Response(bytes, {
    headers: {
      ...PRIVATE_HEADERS,
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Security-Policy": INERT,
      ...headers,
    },
  });
}

/** A name in ASCII that is safe in a header, in a zip and on every disk; at most 60 characters. */
export function fileSlug(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "");
  return slug.slice(0, 60) || "x";
}
