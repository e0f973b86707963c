import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { LANGUAGES, type Language } from "@/contract/languages";

/** Where this site's files are, and in it those of `npm run documents`. */
const PUBLIC = "public";
const POLICY = "policy";
export const POLICY_FOLDER = join(PUBLIC, POLICY);

const fingerprintSchema = z.string().length(64);
const versionsSchema = z.array(
  z.object({
    /** Of its text in content/: "call-rules". */
    name: z.string(),
    language: z.enum(LANGUAGES),
    version: z.int().positive(),
    /** The fingerprint of what it says (backend/paper/publish.ts), and of the file's bytes. */
    words: fingerprintSchema,
    sha256: fingerprintSchema,
  }),
);
export type PublishedVersion = z.output<typeof versionsSchema>[number];

/** In a folder of documents, the list of all versions of those that people accept. */
export const versionsIn = (folder: string) => join(folder, "versions.json");

/** Every version that has been published, the earliest first; none where there is no list. */
export async function publishedVersions(folder = POLICY_FOLDER): Promise<PublishedVersion[]> {
  const text = await readFile(versionsIn(folder), "utf8").catch(() => "[]");
  return versionsSchema.parse(JSON.parse(text));
}

type Numbered = Pick<PublishedVersion, "name" | "language" | "version">;

/** The file of one version, which stays as it is: "call-rules-1-it.pdf". */
export const versionFile = ({ name, language, version }: Numbered) =>
  `${name}-${version}-${language}.pdf`;

export function fingerprint(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * What somebody accepted, with its version and the address where exactly that is still read: found by its bytes, so that
 * none can be told that was not read. Both null for a document that is not from here.
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
