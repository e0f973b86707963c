import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "@/contract/languages";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { consents } from "../db/schema/accounts";

/** Where this site's files are. */
const PUBLIC = "public";

type Accepted = {
  userId: string;
  newsletter: boolean;
  language: Language;
  /** The form or the provider through which it was given. */
  source: "registration" | "google" | "facebook";
  now: Date;
  /** The registration it belongs to, until its address is proved. */
  registrationId?: string;
};

/** Records what somebody accepted when the account was opened: which document, in which version. */
export async function recordConsents(tx: Executor, config: BackendConfig, said: Accepted) {
  const { newsletter, now, ...known } = said;
  const notice = await noticeIn(config, said.language);
  const common = { ...known, at: now };
  await tx.insert(consents).values([
    { ...common, ...notice, kind: "privacy", accepted: true },
    { ...common, kind: "newsletter", accepted: newsletter },
  ]);
}

/**
 * The privacy notice as it is now: its address, and its SHA-256 when it is a file of this site. One
 * hosted elsewhere is identified by its address alone.
 */
async function noticeIn({ PRIVACY_NOTICE_PDF }: BackendConfig, language: Language) {
  const document = PRIVACY_NOTICE_PDF.replace("{locale}", language);
  if (!document.startsWith("/")) return { document, sha256: null };
  // Read each time: a new version of the document counts from the moment it is there.
  const bytes = await readFile(join(PUBLIC, document)).catch(() => null);
  const sha256 = bytes && createHash("sha256").update(bytes).digest("hex");
  return { document, sha256 };
}
