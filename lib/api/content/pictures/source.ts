import { PICTURE_BYTES_MAX } from "@/contract/content/media";
import { sendContent } from "../../transport";

/** The bytes of a picture, and the version that its back end gives them. */
export type Source = { bytes: Uint8Array; version: string | null };

/**
 * Reads a picture from the content's back end, and no further than a picture may be long. Null where there is none to
 * show: the back end has no such file, or one that is too long. Throws when it cannot be reached.
 */
export async function readSource(url: URL): Promise<Source | null> {
  // A redirect would lead away from the one origin that is asked.
  const response = await sendContent(new Request(url, { redirect: "manual" }));
  if (response.status >= 500) throw new Error(`${url.href}: ${response.status}`);
  const declared = Number(response.headers.get("content-length") ?? 0);
  if (response.status !== 200 || !response.body || declared > PICTURE_BYTES_MAX) {
    await response.body?.cancel();
    return null;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.byteLength;
    if (size > PICTURE_BYTES_MAX) return null;
    parts.push(part);
  }
  const version = /^"(.+)"$/.exec(response.headers.get("etag") ?? "")?.[1] ?? null;
  return { bytes: Buffer.concat(parts), version };
}
