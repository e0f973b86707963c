const HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  },
];

type Environment = { SITE_URL?: string | undefined; HSTS_SUBDOMAINS?: string | undefined };

/**
 * On every response, errors and files included; content security policies are contract/content-policy.ts
 * and lib/policy. After the last one, which only a site on https gives, browsers reach it by nothing else;
 * HSTS_SUBDOMAINS says the same of every name below its own, which only the operator can know.
 */
export function securityHeaders({ SITE_URL, HSTS_SUBDOMAINS }: Environment) {
  if (!SITE_URL?.startsWith("https:")) return HEADERS;
  const value = `max-age=31536000${HSTS_SUBDOMAINS === "1" ? "; includeSubDomains" : ""}`;
  return [...HEADERS, { key: "Strict-Transport-Security", value }];
}
