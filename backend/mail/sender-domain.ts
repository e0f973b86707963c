import { Resolver } from "node:dns/promises";
import type { SenderDomain } from "@/contract/staff/mails";
import type { BackendConfig } from "../config";

/** Names that no resolver knows (RFC 6761): there is nothing to ask about them. */
const RESERVED = /(^|\.)(example|test|invalid|localhost|example\.(com|org|net))$/;

export type Dns = Pick<Resolver, "resolveTxt">;
type Config = Pick<BackendConfig, "MAIL_FROM" | "DKIM_SELECTOR">;
type Record = SenderDomain["records"][number];

/** A resolver that a person can wait for. */
export const quickDns = (): Dns => new Resolver({ timeout: 2_000, tries: 1 });

/**
 * What the DNS says of the domain that mails come from: who may send for it (SPF), the key that they are signed with
 * (DKIM, where its selector is configured), and what becomes of those that do not fit (DMARC).
 */
export async function senderDomain(config: Config, dns: Dns): Promise<SenderDomain> {
  const domain = /@([^>\s]+)/.exec(config.MAIL_FROM)?.[1] ?? "";
  const selector = config.DKIM_SELECTOR;
  const state = async (name: string, sign: RegExp): Promise<Record["state"]> => {
    if (RESERVED.test(domain)) return "reserved";
    try {
      const texts = (await dns.resolveTxt(name)).map((parts) => parts.join(""));
      return texts.some((text) => sign.test(text)) ? "there" : "missing";
    } catch (error) {
      const { code } = error as { code?: string };
      return code === "ENODATA" || code === "ENOTFOUND" ? "missing" : "unknown";
    }
  };
  const key = `${selector}._domainkey.${domain}`;
  const [spf, dkim, dmarc] = await Promise.all([
    state(domain, /^v=spf1\b/i),
    // A key without a value is one that was withdrawn (RFC 6376, 3.6.1).
    selector ? state(key, /(^|;)\s*p=\s*[^\s;]/i) : ("unasked" as const),
    state(`_dmarc.${domain}`, /^v=DMARC1\b/i),
  ]);
  return {
    domain,
    records: [
      { name: "SPF", at: domain, state: spf },
      { name: "DKIM", at: key, state: dkim },
      { name: "DMARC", at: `_dmarc.${domain}`, state: dmarc },
    ],
  };
}
