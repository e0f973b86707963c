import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants";
import { NO_FRAMES, NO_PAGE, policyText } from "./contract/content-policy";
import { SECURITY_HEADERS } from "./lib/security-headers";

/*
 * Next reads this file during the build and at each start. Values that the build stores (headers, the page cache) must
 * suit every site. Values that Next reads at the start (images) can depend on the configuration.
 */

/**
 * URL of a separate content back end, if there is one. The image optimizer loads remote pictures only from its host and
 * from the hosts in CONTENT_HOSTS.
 */
const contentUrl = process.env.CONTENT_API_URL || process.env.WP_API_URL;
const content = contentUrl ? new URL(contentUrl) : null;
const contentHosts = process.env.CONTENT_HOSTS?.split(/\s+/).filter(Boolean) ?? [];

// The build folder is configurable, so that tests can build while `npm start` runs.
const distDir = process.env.NEXT_DIST_DIR ?? ".next";

const nextConfig: NextConfig = {
  distDir,
  // Some contract paths end in a slash (users/me/), so Next must not redirect them. middleware.ts removes trailing
  // slashes from page addresses.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // The page cache sets the ETags of prerendered pages, because Next would compute them for each request. Files in
  // public/ have only the header Last-Modified: after a return to an older release with older files, a browser can keep
  // a newer file.
  generateEtags: false,
  // Seconds without a request after which visitors no longer get an outdated page. Next then renders the page before it
  // responds. Next's default is a year.
  expireTime: 3600,
  cacheHandler: path.resolve("lib/page-cache/page-policy.cjs"),
  images: {
    // Of the pictures that this site serves, the image optimizer loads only WordPress pictures, below /media/files. The
    // site's own images do not use the optimizer.
    localPatterns: content ? [{ pathname: "/media/files/**", search: "" }] : [],
    remotePatterns: content
      ? [new URL("/**", content), ...contentHosts.map((host) => new URL(`https://${host}/**`))]
      : [],
    // Forbid redirects of image requests, because a redirect could lead to a host that the patterns exclude.
    maximumRedirects: 0,
    // Allow a WordPress in the operator's private network. The image patterns above permit no other host.
    dangerouslyAllowLocalIP: content !== null,
  },
  async headers() {
    return [
      {
        source: "/:path*",
        headers: SECURITY_HEADERS,
      },
      // The content security policy of responses that are not pages, including Next's own error responses. This policy
      // replaces a route's policy, so /api/preview is excluded: its error page has its own inline style.
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
    // Divide the styles by the imports of each page. Otherwise every public page loads the styles of all private pages
    // (docs/decisions/0021). Next's default `requestCost` of 20 kB would still merge some styles.
    cssChunking: { type: "graph", requestCost: 5_000 },
    // Writing the compiler's cache takes 14 s in a first build, so only later builds write the cache.
    turbopackFileSystemCacheForBuild: existsSync(path.join(distDir, "BUILD_ID")),
    // A production build creates no source maps. Stack traces of the server therefore name built files instead of
    // source files.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@simplewebauthn/server",
    "@zxcvbn-ts/core",
    "@zxcvbn-ts/language-common",
    "@zxcvbn-ts/language-en",
    "@zxcvbn-ts/language-it",
    "drizzle-orm",
    "fontkit",
    "highs",
    "libphonenumber-js",
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
 * Only a build compiles the messages. A start does not load the compiler, because its native part needs a writable
 * folder, which the container image does not have.
 */
export default async function config(phase: string): Promise<NextConfig> {
  if (phase === PHASE_PRODUCTION_SERVER) return { ...nextConfig, ...builtName() };
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  return createNextIntlPlugin({
    requestConfig: "./lib/i18n/request.ts",
    experimental: {
      // Type message arguments: `t("lead")` without its argument is a type error.
      createMessagesDeclaration: "./messages/it.json",
      // The build compiles the message catalogues, so pages need no message parser.
      messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
    },
  })(nextConfig);
}

/** Returns the name that the build stored as NEXT_DEPLOYMENT_ID. With this name, a start does not need the variable. */
function builtName(): Pick<NextConfig, "deploymentId"> {
  const file = path.join(distDir, "required-server-files.json");
  if (!existsSync(file)) return {};
  const { deploymentId } = JSON.parse(readFileSync(file, "utf8")).config;
  return deploymentId ? { deploymentId } : {};
}
