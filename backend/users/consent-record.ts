import type { Language } from "@/contract/languages";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { consents } from "../db/schema/accounts";
import { publishedDocument } from "../paper/published-document";

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

/** Records what was read and agreed to as the account was opened: the site's privacy policy in its version, the newsletter. */
export async function recordConsents(tx: Executor, config: BackendConfig, said: Accepted) {
  const { newsletter, now, ...known } = said;
  const policy = await publishedDocument(config.WEB_PRIVACY_PDF, said.language);
  const common = { ...known, at: now };
  await tx.insert(consents).values([
    { ...common, ...policy, kind: "privacy", accepted: true },
    { ...common, kind: "newsletter", accepted: newsletter },
  ]);
}
