import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "@/contract/languages";

/** Where this site's files are. */
const PUBLIC = "public";

/**
 * A document that people accept, as it is now: its address, and its SHA-256 when it is a file of this
 * site. One hosted elsewhere is identified by its address alone.
 *
 * @param address a path of this site or a full address, with {locale} where the language stands
 */
export async function publishedDocument(address: string, language: Language) {
  const document = address.replace("{locale}", language);
  if (!document.startsWith("/")) return { document, sha256: null, language };
  // Read each time: a new version of the document counts from the moment it is there.
  const bytes = await readFile(join(PUBLIC, document)).catch(() => null);
  const sha256 = bytes && createHash("sha256").update(bytes).digest("hex");
  return { document, sha256, language };
}
