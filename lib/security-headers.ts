/**
 * Security headers of every response, including errors and files. For content security policies, see
 * contract/content-policy.ts and lib/policy.
 */
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

/** The robots header that a preview deployment sends with every response: pages, files, errors, and the API. */
export const NOT_INDEXED = "noindex, nofollow, noarchive";

/**
 * Returns the response headers that depend on the configuration. HSTS makes browsers use https only. HSTS_SUBDOMAINS
 * extends HSTS to all subdomains, because only the operator knows whether they support https.
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
