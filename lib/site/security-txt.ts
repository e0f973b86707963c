import { config } from "../config";

const DAY = 86_400_000;
/** RFC 9116 recommends less than a year; computed per request, so a running site's never expires. */
const VALID_DAYS = 180;

/**
 * Where to report a vulnerability of this site, in RFC 9116 form.
 *
 * @param now instant of the answer, ms since the epoch
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
