const { createHash } = require("node:crypto");
const { join } = require("node:path");
// A path inside Next, pinned with its version; tests/e2e/headers.spec.ts looks at what comes out.
const {
  default: FileSystemCache,
} = require("next/dist/server/lib/incremental-cache/file-system-cache");
const { withCriticalCss } = require("./critical-css.cjs");
const { consentedSources, pageSources } = require("./policy-sources.cjs");

const consented = consentedSources(process.env);

const HEADER = "content-security-policy";
const SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;
const STYLE = /<style>([\s\S]*?)<\/style>/g;

/**
 * A page's path without its language, out of its name in the cache: /it/community-event, which Next puts
 * behind a prefix of its own ("/route-cache/…/$").
 */
function pathOf(key) {
  const place = key.slice(key.lastIndexOf("$") + 1);
  return place.replace(/^\/[a-z]{2}(?=\/|$)/, "") || "/";
}

/** Sources for what stands between such tags. */
function hashesOf(html, tags) {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [...new Set([...html.matchAll(tags)].map(([, text]) => hash(text)))];
}

/** The policy of one finished page: the site's own files, and exactly the inline scripts and styles it was made with. */
function policyFor(html, key) {
  const here = pageSources(pathOf(key), process.env);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashesOf(html, SCRIPT), ...consented.script, ...here.script].join(" "),
    ["style-src 'self'", ...hashesOf(html, STYLE)].join(" "),
    // Custom properties computed for figures and covers.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...consented.report].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...consented.report, ...here.connect].join(" "),
    ...(here.frame.length > 0 ? [["frame-src", ...here.frame].join(" ")] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Values that already carry their policy: entries in memory are handed out again and again. */
const signed = new WeakSet();

function sign(value, key, serverFolder) {
  if (value?.kind !== "APP_PAGE" || typeof value.html !== "string" || signed.has(value)) return;
  value.html = withCriticalCss(value.html, join(serverFolder, ".."));
  value.headers = { ...value.headers, [HEADER]: policyFor(value.html, key) };
  signed.add(value);
}

/**
 * Next's own cache of finished pages, which puts each page's critical CSS into it and its policy beside it. Public pages cannot
 * have a nonce (they are rendered long before they are asked for) and need no 'unsafe-inline' so.
 */
module.exports = class PagePolicyCache extends FileSystemCache {
  async get(key, ...rest) {
    const entry = await super.get(key, ...rest);
    sign(entry?.value, key, this.serverDistDir);
    return entry;
  }

  async set(key, value, context) {
    sign(value, key, this.serverDistDir);
    return super.set(key, value, context);
  }
};
