import { Resolver } from "node:dns/promises";
import { MINUTE } from "@/contract/durations";
import type { SenderDomain } from "@/contract/staff/mails";
import type { BackendConfig } from "../config";

/** Reserved domain names without DNS records (RFC 6761). They need no lookup. */
const RESERVED = /(^|\.)(example|test|invalid|localhost|example\.(com|org|net))$/;

export type Dns = Pick<Resolver, "resolveTxt">;
type Config = Pick<BackendConfig, "MAIL_FROM" | "DKIM_SELECTOR">;
type Record = SenderDomain["records"][number];

/** Minutes after which the sender's DNS records are read again. */
const KEPT_MINUTES = 10;

/** Returns a DNS resolver with a short timeout, for lookups while a user waits. */
export const quickDns = (): Dns => new Resolver({ timeout: 2_000, tries: 1 });

/**
 * Reads the DNS records of the sender's domain: permitted senders (SPF), signing key (DKIM, if a selector is
 * configured), and the policy for mails that fail (DMARC).
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
    // The DKIM key must not be empty, because an empty key means that the key was revoked (RFC 6376, 3.6.1).
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

/**
 * Returns a function that returns the last DNS lookup result without waiting, or null before the first result. The
 * function starts a new lookup if the last result is older than ten minutes.
 */
export function keepSenderDomain(
  lookUp: () => Promise<SenderDomain>,
  now: () => number = Date.now,
): () => SenderDomain | null {
  let kept: SenderDomain | null = null;
  let askedAt: number | null = null;
  return () => {
    if (askedAt === null || now() - askedAt >= KEPT_MINUTES * MINUTE) {
      askedAt = now();
      lookUp().then(
        (found) => {
          kept = found;
        },
        () => {
          kept = null;
        },
      );
    }
    return kept;
  };
}
