import { Readable } from "node:stream";
import { INERT, policyText } from "@/contract/content-policy";
import { slugOf } from "@/contract/text/normalize-text";
import { PRIVATE_HEADERS } from "./failure";

type Saved = {
  type: string;
  /** The suggested file name: plain ASCII, unless `isGiven`. */
  name: string;
  /** A person chose the name, so it can contain any characters. */
  isGiven?: boolean;
  status?: number;
  headers?: Record<string, string>;
};

/**
 * Returns a download response: saved instead of displayed, without type sniffing, without caching, and without active content.
 * Closes a stream when the client disconnects.
 */
export function download(
  body: Readable | Buffer | null,
  { type, name, isGiven, status = 200, headers }: Saved,
): Response {
  const bytes = body instanceof Readable ? streamOf(body) : body && new Uint8Array(body);
  return new Response(bytes, {
    status,
    headers: {
      ...PRIVATE_HEADERS,
      "Content-Type": type,
      "Content-Disposition": isGiven ? savedAs(name) : `attachment; filename="${name}"`,
      "Content-Security-Policy": policyText(INERT),
      ...headers,
    },
  });
}

/**
 * Converts a stream to a web stream. `Readable.toWeb` throws an uncatchable ERR_INVALID_STATE when a client disconnects during
 * the transfer.
 */
function streamOf(body: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  // Ignore the event here: the first read throws an error that occurs before it.
  body.on("error", () => {});
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns the Content-Disposition value for any name (RFC 6266): ASCII for old clients, UTF-8 for all others. */
function savedAs(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Returns an ASCII name of at most 60 characters that is safe in headers, ZIP files, and file systems. */
export function fileSlug(name: string): string {
  return slugOf(name).slice(0, 60) || "x";
}
