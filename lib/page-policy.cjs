const { createHash } = require("node:crypto");
// A path inside Next, pinned with its version; tests/e2e/headers.spec.ts looks at what comes out.
const {
  default: FileSystemCache,
} = require("next/dist/server/lib/incremental-cache/file-system-cache");
const { consentedSources } = require("./policy-sources.cjs");

const consented = consentedSources(process.env);

const HEADER = "content-security-policy";
const SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;

/** The policy of one finished page: the site's own files, and exactly the inline scripts it was made with. */
function policyFor(html) {
  const hashes = new Set();
  for (const [, code] of html.matchAll(SCRIPT)) {
    hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...consented.script].join(" "),
    "style-src 'self'",
    // Custom properties computed for figures and covers.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...consented.report].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...consented.report].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Values that already carry their policy: entries in memory are handed out again and again. */
const signed = new WeakSet();

function sign(value) {
  if (value?.kind !== "APP_PAGE" || typeof value.html !== "string" || signed.has(value)) return;
  value.headers = { ...value.headers, [HEADER]: policyFor(value.html) };
  signed.add(value);
}

/**
 * Next's own cache of finished pages, which writes each page's policy beside it. Public pages cannot
 * have a nonce (they are rendered long before they are asked for) and need no 'unsafe-inline' so.
 */
module.exports = class PagePolicyCache extends FileSystemCache {
  async get(...args) {
    const entry = await super.get(...args);
    sign(entry?.value);
    return entry;
  }

  async set(key, value, context) {
    sign(value);
    return super.set(key, value, context);
  }
};
