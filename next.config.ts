import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants";
import { NO_FRAMES, NO_PAGE, policyText } from "./contract/content-policy";
import { SECURITY_HEADERS } from "./lib/security-headers";

/*
 * Next reads this file during the build and at the start. Values that the build stores (headers, the page cache) apply to
 * every site that the build runs as. Values read at the start (images) can depend on the configuration.
 */

/** The URL of a separate content back end. Images are loaded from no other host. */
const contentUrl = process.env.CONTENT_API_URL || process.env.WP_API_URL;
const content = contentUrl ? new URL(contentUrl) : null;
const contentHosts = process.env.CONTENT_HOSTS?.split(/\s+/).filter(Boolean) ?? [];

// The folder is configurable, so that tests can build while `npm start` runs.
const distDir = process.env.NEXT_DIST_DIR ?? ".next";

const nextConfig: NextConfig = {
  distDir,
  // The contract has paths that end in a slash (users/me/). middleware.ts normalizes page URLs itself.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // Seconds after which a page without visits is rendered again before it is shown. Next's default is a year.
  expireTime: 3600,
  cacheHandler: path.resolve("lib/first-paint/page-policy.cjs"),
  images: {
    // The site's own images do not use the optimizer, so it can request no other URL of the site.
    localPatterns: [],
    remotePatterns: content
      ? [new URL("/**", content), ...contentHosts.map((host) => new URL(`https://${host}/**`))]
      : [],
    // A redirect would bypass the pattern.
    maximumRedirects: 0,
    // Allow a WordPress in the operator's private network. The patterns above permit no other host.
    dangerouslyAllowLocalIP: content !== null,
  },
  async headers() {
    return [
      {
        source: "/:path*",
        headers: SECURITY_HEADERS,
      },
      // Responses that are not pages, including Next's own (a wrong method, a rejected picture). These headers replace
      // a route's policy, so /api/preview is excluded: its error page has its own inline style.
      ...["/api/:path((?!preview$).*)", "/_next/image", "/:path*/calendar"].map((source) => ({
        source,
        headers: [{ key: "Content-Security-Policy", value: policyText(NO_PAGE) }],
      })),
      {
        source: "/:file(.*\\.[a-zA-Z0-9]+)",
        headers: [{ key: "Content-Security-Policy", value: policyText(NO_FRAMES) }],
      },
    ];
  },
  agentRules: false,
  // `npm run check` checks types, and `npm test` starts with it. A first start must not wait for the type check.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    globalNotFound: true,
    // Without this option, every public page loads the rules of all private pages (docs/decisions/0021). The default
    // request cost of 20 kB would still merge some of them.
    cssChunking: { type: "graph", requestCost: 5_000 },
    // Writing the compiler's cache takes the first build 14 s, so use the cache from the second build on.
    turbopackFileSystemCacheForBuild: existsSync(path.join(distDir, "BUILD_ID")),
    // A server's traces name the built files even without source maps. The browser gets no source maps.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@simplewebauthn/server",
    "fontkit",
    "mediainfo.js",
    "nodemailer",
    "pdfjs-dist",
    "pdfkit",
    "pg",
    "pino",
    "sharp",
  ],
};

/**
 * Returns the configuration of the current phase. Only a build compiles the messages. A server does not load the compiler,
 * because its native part unpacks into a writable folder for executables, which the image does not have.
 */
export default async function config(phase: string): Promise<NextConfig> {
  if (phase === PHASE_PRODUCTION_SERVER) return { ...nextConfig, ...builtName() };
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  return createNextIntlPlugin({
    requestConfig: "./lib/i18n/request.ts",
    experimental: {
      // Type message arguments: `t("lead")` without its argument is a type error.
      createMessagesDeclaration: "./messages/it.json",
      // Parse the catalogues at build time, so that no page ships a message parser.
      messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
    },
  })(nextConfig);
}

/** Returns the deployment id of the build (NEXT_DEPLOYMENT_ID), so that the server needs no such variable. */
function builtName(): Pick<NextConfig, "deploymentId"> {
  const file = path.join(distDir, "required-server-files.json");
  if (!existsSync(file)) return {};
  const { deploymentId } = JSON.parse(readFileSync(file, "utf8")).config;
  return deploymentId ? { deploymentId } : {};
}
