/** On every response, errors and files included; content security policies are contract/content-policy.ts and lib/policy. */
export const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  },
];

type Environment = {
  SITE_URL?: string | undefined;
  HSTS_SUBDOMAINS?: string | undefined;
  SITE_ENV?: string | undefined;
};

/** A preview deployment is never indexed, whatever is requested: pages, files, errors, the API. */
export const NOT_INDEXED = "noindex, nofollow, noarchive";

/**
 * What the configuration adds to them, known only when a build runs. Browsers reach a site on https by nothing
 * else; HSTS_SUBDOMAINS says the same of every name below its own, which only the operator can know.
 */
export function siteHeaders({ SITE_URL, HSTS_SUBDOMAINS, SITE_ENV }: Environment) {
  const headers: { key: string; value: string }[] = [];
  if (SITE_URL?.startsWith("https:")) {
    const value = `max-age=31536000${HSTS_SUBDOMAINS === "1" ? "; includeSubDomains" : ""}`;
    headers.push({ key: "Strict-Transport-Security", value });
  }
  if (SITE_ENV === "preview") headers.push({ key: "X-Robots-Tag", value: NOT_INDEXED });
  return headers;
}
