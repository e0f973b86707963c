// @ts-check
const { createHash } = require("node:crypto");
const { join } = require("node:path");
// Next does not document this module, so an update can change it. Next's version is pinned, and
// tests/e2e/public/headers.spec.ts checks that the class below still works.
const {
  default: FileSystemCache,
} = require("next/dist/server/lib/incremental-cache/file-system-cache");
const { withCriticalCss } = require("./critical-css.ts");
const { withSingleQuotes } = require("./flight-data.ts");
const { withLaterFiles } = require("./later-files.ts");
const { keepBuiltFor, placeOfPages } = require("./own-pages.ts");
const { policyText } = require("../../contract/content-policy.ts");
const { pagePolicy } = require("../policy/policy.ts");

const variables = /** @type {import("../policy/sources.ts").PolicyEnv} */ (process.env);

const HEADER = "content-security-policy";
/**
 * Seconds for which the reverse proxy (nginx) can cache a prerendered page. nginx never caches a response without this
 * header.
 */
const FOR_THE_FRONT = { "x-accel-expires": "10" };
const SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;
const STYLE = /<style>([\s\S]*?)<\/style>/g;

/**
 * Returns a page's path without its language, read from the page's cache key. In Next's keys, a prefix
 * ("/route-cache/…/$") precedes the path, such as /it/community-event.
 *
 * @param {string} key
 */
function pathOf(key) {
  const place = key.slice(key.lastIndexOf("$") + 1);
  return place.replace(/^\/[a-z]{2}(?=\/|$)/, "") || "/";
}

/**
 * Returns the content security policy sources (hashes) of the text between these tags.
 *
 * @param {string} html
 * @param {RegExp} tags
 */
function hashesOf(html, tags) {
  const hashes = [...html.matchAll(tags)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  return [...new Set(hashes)];
}

/**
 * Returns the content security policy of a prerendered page. The policy allows the site's own files and the page's
 * exact inline scripts and styles.
 *
 * @param {string} html
 * @param {string} key
 */
function policyFor(html, key) {
  const hashes = { script: hashesOf(html, SCRIPT), style: hashesOf(html, STYLE) };
  return policyText(pagePolicy({ hashes }, pathOf(key), variables));
}

/** Whether several instances share the build. One instance could then read a page's files while another writes them. */
const shared = Number(process.env.NODES || 1) > 1;
const building = process.env.NEXT_PHASE === "phase-production-build";

/** @type {import("./own-pages.ts").Place | null} */
let place = null;
let isKept = false;

/**
 * Points Next's cache settings to the page folder of this process's site. Returns the settings unchanged during a
 * build, and if Next stores no pages on disk.
 *
 * @param {ConstructorParameters<typeof FileSystemCache>[0]} context
 */
function ofThisSite(context) {
  if (building || !context.flushToDisk) return context;
  place ??= placeOfPages(context.serverDistDir);
  // Before the configuration is known, no stored page is known to belong to this site, so use an empty folder.
  const { folder, writes } = place ?? {
    folder: join(context.serverDistDir, "none"),
    writes: false,
  };
  return { ...context, serverDistDir: folder, flushToDisk: writes && !shared };
}

/**
 * Cache values to which a content security policy was already added. Next serves a value in memory repeatedly, and the
 * policy must be added only once.
 */
const signed = new WeakSet();

/**
 * Prerendered pages that come from the build and contain the call's dates. The build records no time of rendering in
 * them, so they do not show whether the call is open.
 */
const withoutState = new WeakSet();

/** Reports whether this process has read the edition's dates (lib/content/edition.ts). */
function knowsEdition() {
  return Reflect.get(globalThis, Symbol.for("slancio.edition"))?.answer !== undefined;
}

/**
 * Extends Next's cache of prerendered pages. The cache contains only pages of this configuration, inlines each page's
 * critical CSS, and stores each page's content security policy with the page. Public pages cannot have a nonce, because
 * they are rendered before they are requested; with hashes, their policy needs no 'unsafe-inline'. All pages in this
 * cache are the same for every visitor, so only these responses have the header that lets the reverse proxy cache them.
 */
module.exports = class PagePolicyCache extends FileSystemCache {
  #serverFolder;

  /** @param {ConstructorParameters<typeof FileSystemCache>[0]} context */
  constructor(context) {
    super(ofThisSite(context));
    this.#serverFolder = context.serverDistDir;
  }

  /**
   * @override
   * @param {Parameters<FileSystemCache["get"]>} asked
   */
  async get(...asked) {
    if (building && !isKept) isKept = keepBuiltFor(this.#serverFolder);
    const entry = await super.get(...asked);
    if (entry) this.#sign(entry.value, asked[0]);
    // Without this check, Next would serve a page from the build again if the page is revalidated while the database is
    // slow.
    return entry?.value && withoutState.has(entry.value) && knowsEdition() ? null : entry;
  }

  /**
   * @override
   * @param {Parameters<FileSystemCache["set"]>} given
   */
  async set(...given) {
    const [key, value] = given;
    this.#sign(value, key);
    return super.set(...given);
  }

  /**
   * @param {Parameters<FileSystemCache["set"]>[1]} value
   * @param {string} key
   */
  #sign(value, key) {
    if (value?.kind !== "APP_PAGE" || typeof value.html !== "string" || signed.has(value)) return;
    const withCss = withCriticalCss(value.html, join(this.#serverFolder, ".."));
    value.html = withSingleQuotes(withLaterFiles(withCss));
    const etag = `"${createHash("sha256").update(value.html).digest("base64url").slice(0, 22)}"`;
    const policy = policyFor(value.html, key);
    value.headers = { ...value.headers, ...FOR_THE_FRONT, etag, [HEADER]: policy };
    signed.add(value);
    const tags = String(value.headers["x-next-cache-tags"] ?? "").split(",");
    if (tags.includes("edition") && !value.html.includes("renderedAt")) withoutState.add(value);
  }
};
