import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Language } from "@/contract/languages";

/** Where this site's files are. */
const PUBLIC = "public";

const versionsSchema = z.array(
  z.object({ file: z.string(), version: z.int(), sha256: z.string().length(64) }),
);
export type PublishedVersion = z.output<typeof versionsSchema>[number];

/** Where `npm run documents` lists every version of a document that people accept. */
export const VERSIONS = join(PUBLIC, "policy", "versions.json");

/** Every version that has been published, the earliest first; none where there is no list. */
export async function publishedVersions(): Promise<PublishedVersion[]> {
  const text = await readFile(VERSIONS, "utf8").catch(() => "[]");
  return versionsSchema.parse(JSON.parse(text));
}

export function fingerprint(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * What somebody accepted, with its version: found by its bytes, so that none can be told that was not read. Null for a
 * document that is not from here.
 */
export async function withVersions<Row extends { sha256: string | null }>(rows: readonly Row[]) {
  const versions = await publishedVersions();
  return rows.map((row) => ({
    ...row,
    version: versions.find(({ sha256 }) => sha256 === row.sha256)?.version ?? null,
  }));
}

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
  const sha256 = bytes && fingerprint(bytes);
  return { document, sha256, language };
}
