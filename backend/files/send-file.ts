import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { BackendConfig } from "../config";
import { fail, INERT, PRIVATE_HEADERS } from "../http/failure";
import { storedPath } from "./stored-path";

type SentFile = { id: string; name: string; type: string; sha256: string };

/**
 * Answers with a stored file's bytes, as a stream: whole, or the one range that is asked for. The
 * answer is inert wherever it is opened: an attachment of the checked type, without scripts.
 */
export async function sendFile(
  request: Request,
  file: SentFile,
  config: Pick<BackendConfig, "FILES_DIR">,
): Promise<Response> {
  const path = storedPath(config, file.id);
  const found = await stat(path).catch(() => null);
  if (!found) return fail("not_found", { message: `the bytes of file ${file.id} are gone` });
  const { size } = found;
  const etag = `"${file.sha256}"`;
  const headers: Record<string, string> = {
    ...PRIVATE_HEADERS,
    "Content-Type": file.type,
    "Content-Disposition": attachment(file.name),
    "Content-Security-Policy": INERT,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Accept-Ranges": "bytes",
    ETag: etag,
  };
  const range = readRange(request.headers, size, etag);
  if (range === "unsatisfiable") {
    return new Response(null, {
      status: 416,
      headers: { ...PRIVATE_HEADERS, "Content-Range": `bytes */${size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers["Content-Length"] = String(end - start + 1);
  if (range) headers["Content-Range"] = `bytes ${start}-${end}/${size}`;
  const body = request.method === "HEAD" ? null : streamOf(path, start, end);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Opened when the first byte is read; closed when the client goes away. */
function streamOf(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  const stream = createReadStream(path, { start, end, highWaterMark: 1 << 17 });
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

/** One byte range (RFC 9110, 14.2); several at once, or one of another version, mean the whole. */
function readRange(headers: Headers, size: number, etag: string) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range")?.trim() ?? "");
  const condition = headers.get("if-range");
  if (!match || (condition !== null && condition !== etag)) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  // "-n": the last n bytes.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return null;
  if (start >= size || (first === "" && Number(last) === 0)) return "unsatisfiable";
  return { start, end };
}

/** Saved under its own name (RFC 6266): plain ASCII for old clients, UTF-8 for all others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
