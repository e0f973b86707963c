import { Readable } from "node:stream";
import { INERT, policyText } from "@/contract/content-policy";
import { slugOf } from "@/contract/fold";
import { PRIVATE_HEADERS } from "./failure";

type Saved = {
  type: string;
  /** What it is saved as: plain ASCII, unless a person has given the name. */
  name: string;
  /** A person has given the name, in any alphabet and with any signs. */
  isGiven?: boolean;
  status?: number;
  headers?: Record<string, string>;
};

/**
 * A download: never shown in place, never guessed at, never kept by a cache, and inert wherever it is
 * opened. A stream is closed when the client goes away.
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
 * Returns a stream as the web knows it. `Readable.toWeb` throws ERR_INVALID_STATE, which nothing catches, when a client
 * goes away while bytes are on their way.
 */
function streamOf(body: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  // An error before the first read is thrown by that read.
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

/** Any name (RFC 6266): plain ASCII for old clients, UTF-8 for all others. */
function savedAs(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A name in ASCII that is safe in a header, in a zip and on every disk; at most 60 characters. */
export function fileSlug(name: string): string {
  return slugOf(name).slice(0, 60) || "x";
}
