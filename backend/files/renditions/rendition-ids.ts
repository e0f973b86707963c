import { createHash } from "node:crypto";

/**
 * Returns the ids of the bytes that the rendition of a file has in the file store. They follow from the file's id, so that
 * erasing a file erases them without a row.
 */
export function renditionIds(fileId: string): { mainId: string; posterId: string } {
  // The name of the kind dates from when only videos had renditions.
  return { mainId: derive(fileId, "video"), posterId: derive(fileId, "poster") };
}

/** Returns a UUID of version 8, which holds a hash (RFC 9562). */
function derive(fileId: string, kind: string): string {
  const hash = createHash("sha256").update(`${kind}:${fileId}`).digest("hex");
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}
