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
  // Only meaningful over https, after which the site cannot be reached without it again.
  { key: "Strict-Transport-Security", value: "max-age=31536000" },
];
