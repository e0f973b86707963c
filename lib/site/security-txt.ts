import { config } from "../config";

const DAY = 86_400_000;
/** Days until security.txt expires, at most a year (RFC 9116). Each request computes a new expiry date. */
const VALID_DAYS = 180;

/**
 * Returns security.txt, the contact for vulnerability reports (RFC 9116).
 *
 * @param now the time of the request, in ms since the epoch
 */
export function securityTxt(now: number): string {
  return [
    `Contact: mailto:${config.contactMail}`,
    `Expires: ${new Date(now + VALID_DAYS * DAY).toISOString()}`,
    "Preferred-Languages: it, en",
    `Canonical: ${config.siteUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}
