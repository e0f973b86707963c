import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { LANGUAGES, type Language } from "@/contract/languages";

/** Folder of the site's public files, and its subfolder for files of `npm run documents`. */
const PUBLIC = "public";
const POLICY = "policy";
export const POLICY_FOLDER = join(PUBLIC, POLICY);

const fingerprintSchema = z.string().length(64);
const versionsSchema = z.array(
  z.object({
    /** The name of the text in content/, for example "call-rules". */
    name: z.string(),
    language: z.enum(LANGUAGES),
    version: z.int().positive(),
    /** Fingerprints of the text's content (backend/documents/publish.ts) and of the PDF file's bytes. */
    words: fingerprintSchema,
    sha256: fingerprintSchema,
  }),
);
export type PublishedVersion = z.output<typeof versionsSchema>[number];

/** Returns the path of the file that lists all published versions of a folder's documents. */
export const versionsIn = (folder: string) => join(folder, "versions.json");

/** Returns every published version of the documents, oldest first. Returns an empty list without a list file. */
export async function publishedVersions(folder = POLICY_FOLDER): Promise<PublishedVersion[]> {
  const text = await readFile(versionsIn(folder), "utf8").catch(() => "[]");
  return versionsSchema.parse(JSON.parse(text));
}

type Numbered = Pick<PublishedVersion, "name" | "language" | "version">;

/** Returns the file name of one version of a document, "call-rules-1-it.pdf". The file never changes. */
export const versionFile = ({ name, language, version }: Numbered) =>
  `${name}-${version}-${language}.pdf`;

export function fingerprint(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Adds the number (`version`) and the path (`file`) of the published version with the given SHA-256 to each accepted
 * document. Both values are null if no published version has this SHA-256, as for a document from another site.
 */
export async function withVersions<Row extends { sha256: string | null }>(rows: readonly Row[]) {
  const versions = await publishedVersions();
  return rows.map((row) => {
    const found = versions.find(({ sha256 }) => sha256 === row.sha256);
    return {
      ...row,
      version: found?.version ?? null,
      file: found ? `/${POLICY}/${versionFile(found)}` : null,
    };
  });
}

/**
 * Returns the current URL of a document that people accept, and its SHA-256 if the document is a file of this site. A
 * document on another site is identified only by its URL.
 *
 * @param address a path on this site or a full URL, with {locale} in place of the language
 */
export async function publishedDocument(address: string, language: Language) {
  const document = address.replace("{locale}", language);
  if (!document.startsWith("/")) return { document, sha256: null, language };
  // Reads the file for each call, so that a new version of the document counts immediately.
  const bytes = await readFile(join(PUBLIC, document)).catch(() => null);
  const sha256 = bytes && fingerprint(bytes);
  return { document, sha256, language };
}
