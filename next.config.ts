import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  // Typed message arguments: `t("lead")` without its argument is a type error.
  experimental: { createMessagesDeclaration: "./messages/it.json" },
});

const nextConfig: NextConfig = {
  // Tests build beside a running `npm start`, so the folder is configuration.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  // The contract has paths that end in a slash (users/me/); middleware.ts tidies page addresses itself.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
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
