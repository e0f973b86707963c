import path from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  experimental: {
    // Typed message arguments: `t("lead")` without its argument is a type error.
    createMessagesDeclaration: "./messages/it.json",
    // The catalogues are parsed while building: no page brings a parser of messages with it.
    messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
  },
});

/** On every answer, errors and files included; policies of pages come from lib/page-policy and middleware. */
const HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  },
  // Means something over https only, where the site may not be reached without it again.
  { key: "Strict-Transport-Security", value: "max-age=31536000" },
];

/** A deployment to look at is never indexed, whatever is asked of it: pages, files, errors, the API. */
const ROBOTS =
  process.env.SITE_ENV === "preview"
    ? [{ key: "X-Robots-Tag", value: "noindex, nofollow, noarchive" }]
    : [];

/** Where the content lives when it is not this site's own; the only host pictures are taken from. */
const contentUrl = process.env.CONTENT_API_URL || process.env.WP_API_URL;
const content = contentUrl ? new URL(contentUrl) : null;

const nextConfig: NextConfig = {
  // Tests build beside a running `npm start`, so the folder is configuration.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  // The contract has paths that end in a slash (users/me/); middleware.ts tidies page addresses itself.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  cacheHandler: path.resolve("lib/page-policy.cjs"),
  images: {
    remotePatterns: content ? [new URL("/**", content)] : [],
    // A redirect would lead past the pattern.
    maximumRedirects: 0,
    // A WordPress on the operator's own network, named by the operator.
    dangerouslyAllowLocalIP: content !== null && !content.hostname.includes("."),
  },
  async headers() {
    return [
      { source: "/:path*", headers: [...HEADERS, ...ROBOTS] },
      // A method that a route does not have is answered by Next itself, without the route's own policy.
      {
        source: "/api/:path*",
        headers: [{ key: "Content-Security-Policy", value: "frame-ancestors 'none'" }],
      },
      {
        source: "/:file(.*\\.[a-zA-Z0-9]+)",
        headers: [{ key: "Content-Security-Policy", value: "frame-ancestors 'none'" }],
      },
    ];
  },
  agentRules: false,
  experimental: { globalNotFound: true },
  serverExternalPackages: [
    "@node-rs/argon2",
    "mediainfo.js",
    "nodemailer",
    "pdfjs-dist",
    "pdfkit",
    "pg",
    "pino",
    "sharp",
  ],
};

export default withNextIntl(nextConfig);
