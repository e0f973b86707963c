import { createHash } from "node:crypto";

/**
 * Returns the ids of a file's rendition in the file store. The ids are calculated from the file's id, so that erasing a
 * file also finds the bytes without a database row.
 */
export function renditionIds(fileId: string): { mainId: string; posterId: string } {
  // The id of every main rendition contains a hash of "video", because at first only videos were converted. Another
  // word would change the ids.
  return { mainId: derive(fileId, "video"), posterId: derive(fileId, "poster") };
}

/** Returns a UUID of version 8, which contains a hash (RFC 9562). */
function derive(fileId: string, kind: string): string {
  const hash = createHash("sha256").update(`${kind}:${fileId}`).digest("hex");
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}
