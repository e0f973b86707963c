import type { ByteRange, FileStore } from "../store/store";
import { download } from "./download";
import { fail, PRIVATE_HEADERS } from "./failure";

type SentFile = { id: string; name: string; type: string; sha256: string };

/** Streams the bytes of a stored file: all bytes, or the single requested range. */
export async function sendFile(
  request: Request,
  file: SentFile,
  store: FileStore,
): Promise<Response> {
  const size = await store.size(file.id);
  if (size === null) return fail("not_found", { message: `the bytes of file ${file.id} are gone` });
  const etag = `"${file.sha256}"`;
  const range = readRange(request.headers, size, etag);
  if (range === "unsatisfiable") {
    return new Response(null, {
      status: 416,
      headers: { ...PRIVATE_HEADERS, "Content-Range": `bytes */${size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const body = request.method === "HEAD" ? null : store.open(file.id, range ?? undefined);
  return download(body, {
    name: file.name,
    isGiven: true,
    type: file.type,
    status: range ? 206 : 200,
    headers: {
      "Cross-Origin-Resource-Policy": "same-origin",
      "Accept-Ranges": "bytes",
      ETag: etag,
      "Content-Length": String(end - start + 1),
      ...(range && { "Content-Range": `bytes ${start}-${end}/${size}` }),
    },
  });
}

/**
 * Returns the single byte range that a request asks for (RFC 9110, 14.2). If a request asks for several ranges, or for
 * a range of another version of the file, the response contains the whole file.
 */
function readRange(
  headers: Headers,
  size: number,
  etag: string,
): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range")?.trim() ?? "");
  const condition = headers.get("if-range");
  if (!match || (condition !== null && condition !== etag)) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  // A range "-n" requests the last n bytes.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < start) return null;
  if (start >= size || (first === "" && Number(last) === 0)) return "unsatisfiable";
  return { start, end };
}
