import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "@/contract/fields";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { consents } from "../db/schema/accounts";

/** Where files of this site lie. */
const PUBLIC = "public";

type Accepted = {
  userId: string;
  newsletter: boolean;
  language: Language;
  /** The form or the provider through which it was said. */
  source: "registration" | "google" | "facebook";
  now: Date;
};

/** Puts on record what somebody accepted as the account was opened: which document, in which state. */
export async function recordConsents(tx: Executor, config: BackendConfig, said: Accepted) {
  const { userId, newsletter, language, source, now } = said;
  const notice = await noticeIn(config, language);
  const common = { userId, language, source, at: now };
  await tx.insert(consents).values([
    { ...common, ...notice, kind: "privacy", accepted: true },
    { ...common, kind: "newsletter", accepted: newsletter },
  ]);
}

/**
 * The privacy notice as it is now: its address, and its SHA-256 when it is a file of this site. One
 * that lies elsewhere is known by its address alone.
 */
async function noticeIn({ PRIVACY_NOTICE_PDF }: BackendConfig, language: Language) {
  const document = PRIVACY_NOTICE_PDF.replace("{locale}", language);
  if (!document.startsWith("/")) return { document, sha256: null };
  // Read each time: a new version of the document counts from the moment it lies there.
  const bytes = await readFile(join(PUBLIC, document)).catch(() => null);
  const sha256 = bytes && createHash("sha256").update(bytes).digest("hex");
  return { document, sha256 };
}
