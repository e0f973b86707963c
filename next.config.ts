import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants";
import { NO_FRAMES, NO_PAGE, policyText } from "./contract/content-policy";
import { SECURITY_HEADERS } from "./lib/security-headers";

/*
 * Next reads this file as it builds and as it starts. What it keeps in the build (headers, the cache of pages)
 * holds for whatever site the build runs as; what it reads at the start (images) may follow the configuration.
 */

/** Where the content is hosted when it is not this site's own; the only host images are loaded from. */
const contentUrl = process.env.CONTENT_API_URL || process.env.WP_API_URL;
const content = contentUrl ? new URL(contentUrl) : null;
const contentHosts = process.env.CONTENT_HOSTS?.split(/\s+/).filter(Boolean) ?? [];

// Tests build beside a running `npm start`, so the folder is configurable.
const distDir = process.env.NEXT_DIST_DIR ?? ".next";

const nextConfig: NextConfig = {
  distDir,
  // The contract has paths that end in a slash (users/me/); middleware.ts tidies page addresses itself.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // Seconds after which a page nobody asked for is made anew before it is shown, not after: Next assumes a year.
  expireTime: 3600,
  cacheHandler: path.resolve("lib/first-paint/page-policy.cjs"),
  images: {
    // None of the site's own images go through the optimiser: it requests no other URL of the site.
    localPatterns: [],
    remotePatterns: content
      ? [new URL("/**", content), ...contentHosts.map((host) => new URL(`https://${host}/**`))]
      : [],
    // A redirect would bypass the pattern.
    maximumRedirects: 0,
    // A WordPress on the operator's own network: the operator names it, and no other host is asked.
    dangerouslyAllowLocalIP: content !== null,
  },
  async headers() {
    return [
      {
        source: "/:path*",
        headers: SECURITY_HEADERS,
      },
      // What is no page, also where Next answers by itself: a wrong method, a picture refused. These replace
      // a route's own policy: a refused preview is a page with a style of its own.
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
  // `npm run check` checks types, and `npm test` begins with it: a first start does not wait for that.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    globalNotFound: true,
    // Without it every public page loads the rules of all private ones (docs/decisions/0021). The default cost of
    // a request, 20 kB, would still put some of them together.
    cssChunking: { type: "graph", requestCost: 5_000 },
    // What the compiler keeps for the next build takes a first one 14 s to write: from the second on, then.
    turbopackFileSystemCacheForBuild: existsSync(path.join(distDir, "BUILD_ID")),
    // A server's traces name the built files in any case; the browser has no maps.
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
 * Only a build compiles the words. A start does not even load what does: its native part unpacks itself into a
 * folder that has to be writable and may hold programs, which the image's root and Docker's /tmp are not.
 */
export default async function config(phase: string): Promise<NextConfig> {
  if (phase === PHASE_PRODUCTION_SERVER) return { ...nextConfig, ...builtName() };
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  return createNextIntlPlugin({
    requestConfig: "./lib/i18n/request.ts",
    experimental: {
      // Typed message arguments: `t("lead")` without its argument is a type error.
      createMessagesDeclaration: "./messages/it.json",
      // The catalogues are parsed at build time: no page ships a message parser.
      messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
    },
  })(nextConfig);
}

/** The name that the build was given (NEXT_DEPLOYMENT_ID): whoever runs it need not say it again. */
function builtName(): Pick<NextConfig, "deploymentId"> {
  const file = path.join(distDir, "required-server-files.json");
  if (!existsSync(file)) return {};
  const { deploymentId } = JSON.parse(readFileSync(file, "utf8")).config;
  return deploymentId ? { deploymentId } : {};
}
