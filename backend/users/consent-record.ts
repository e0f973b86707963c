import type { Language } from "@/contract/languages";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { consents } from "../db/schema/accounts";
import { publishedDocument } from "../documents/published-document";

type Accepted = {
  userId: string;
  /** The person's newsletter choice, or undefined if the form does not offer it. */
  newsletter?: boolean;
  language: Language;
  /** The form or provider through which the person gave the consent. */
  source: "registration" | "google" | "facebook" | "invitation";
  now: Date;
  /** The registration to which the consent belongs until the email address is confirmed. */
  registrationId?: string;
};

/** Records the consents of a new account: the version of the privacy policy, and the newsletter choice. */
export async function recordConsents(tx: Executor, config: BackendConfig, said: Accepted) {
  const { newsletter, now, ...known } = said;
  const policy = await publishedDocument(config.WEB_PRIVACY_PDF, said.language);
  const common = { ...known, at: now };
  await tx
    .insert(consents)
    .values([
      { ...common, ...policy, kind: "privacy", accepted: true },
      ...(newsletter === undefined
        ? []
        : [{ ...common, kind: "newsletter", accepted: newsletter }]),
    ]);
}
