import { config } from "../config";

const DAY = 86_400_000;
/** Days of validity. RFC 9116 recommends less than a year. Each request computes the date, so it never expires. */
const VALID_DAYS = 180;

/**
 * Returns the contact for vulnerability reports, in the format of RFC 9116.
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
