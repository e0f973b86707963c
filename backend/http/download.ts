import { Readable } from "node:stream";
import { INERT, policyText } from "@/contract/content-policy";
import { slugOf } from "@/contract/text/normalize-text";
import { PRIVATE_HEADERS } from "./failure";

type Saved = {
  type: string;
  /** The suggested file name of the download: plain ASCII, unless `isGiven` is set. */
  name: string;
  /** True if a user chose the file name, so it can contain any characters. */
  isGiven?: boolean;
  status?: number;
  headers?: Record<string, string>;
};

/**
 * Returns a download response. Browsers save the file instead of displaying it, do not guess its type, do not cache it,
 * and run no active content. Closes the stream when the client disconnects.
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
 * Converts a Node.js stream to a web stream. `Readable.toWeb` throws an uncatchable ERR_INVALID_STATE when a client
 * disconnects during the transfer.
 */
function streamOf(body: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  // Ignores the stream's error event, because the next read throws the error.
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

/**
 * Returns the Content-Disposition value for any file name (RFC 6266): ASCII for old clients, and UTF-8 for all other
 * clients.
 */
function savedAs(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Returns a file name in ASCII, of at most 60 characters, that is safe in headers, ZIP files, and file systems. */
export function fileSlug(name: string): string {
  return slugOf(name).slice(0, 60) || "x";
}
