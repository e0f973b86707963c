import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants";
import { NO_FRAMES, NO_PAGE, policyText } from "./contract/content-policy";
import { SECURITY_HEADERS } from "./lib/security-headers";

/*
 * Next reads this file during the build and at each start. Values that the build stores (headers, the page cache) must suit
 * every site. Values read at the start (images) can depend on the configuration.
 */

/** The content's host if it is not this site. Images load from this host only. */
const contentUrl = process.env.CONTENT_API_URL || process.env.WP_API_URL;
const content = contentUrl ? new URL(contentUrl) : null;
const contentHosts = process.env.CONTENT_HOSTS?.split(/\s+/).filter(Boolean) ?? [];

// The folder is configurable, so that tests can build while `npm start` runs.
const distDir = process.env.NEXT_DIST_DIR ?? ".next";

const nextConfig: NextConfig = {
  distDir,
  // Some contract paths end in a slash (users/me/). middleware.ts normalizes page addresses.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // After this many seconds without a request, a page is rendered before it is shown, not afterwards. Next's default is a year.
  expireTime: 3600,
  cacheHandler: path.resolve("lib/page-cache/page-policy.cjs"),
  images: {
    // The site's own images do not use the optimizer. It reads pictures of a WordPress through this site.
    localPatterns: content ? [{ pathname: "/media/files/**", search: "" }] : [],
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
  // `npm run check` checks types, so the first start does not wait for a type check.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    globalNotFound: true,
    // Without this, every public page loads the styles of all private pages (docs/decisions/0021). The default request
    // cost of 20 kB would still join some of them.
    cssChunking: { type: "graph", requestCost: 5_000 },
    // The compiler needs 14 s to write its cache in a first build, so only later builds write it.
    turbopackFileSystemCacheForBuild: existsSync(path.join(distDir, "BUILD_ID")),
    // Stack traces of the server name the built files. Browsers get no source maps.
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
 * Only a build compiles the messages. A start does not load the compiler: its native part unpacks itself into a writable
 * folder, which the image does not have.
 */
export default async function config(phase: string): Promise<NextConfig> {
  if (phase === PHASE_PRODUCTION_SERVER) return { ...nextConfig, ...builtName() };
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  return createNextIntlPlugin({
    requestConfig: "./lib/i18n/request.ts",
    experimental: {
      // Type message arguments: `t("lead")` without its argument is a type error.
      createMessagesDeclaration: "./messages/it.json",
      // The catalogues are compiled at build time, so no page contains a message parser.
      messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
    },
  })(nextConfig);
}

/** Returns the build's own NEXT_DEPLOYMENT_ID, so that a start does not need the variable. */
function builtName(): Pick<NextConfig, "deploymentId"> {
  const file = path.join(distDir, "required-server-files.json");
  if (!existsSync(file)) return {};
  const { deploymentId } = JSON.parse(readFileSync(file, "utf8")).config;
  return deploymentId ? { deploymentId } : {};
}
