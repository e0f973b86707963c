// @ts-check
const { createHash } = require("node:crypto");
const { join } = require("node:path");
// A path inside Next, pinned with its version; tests/e2e/public/headers.spec.ts checks the result.
const {
  default: FileSystemCache,
} = require("next/dist/server/lib/incremental-cache/file-system-cache");
const { withCriticalCss } = require("./critical-css.ts");
const { withLaterFiles } = require("./later-files.ts");
const { keepBuiltFor, placeOfPages } = require("./own-pages.ts");
const { policyText } = require("../../contract/content-policy.ts");
const { pagePolicy } = require("../policy/policy.ts");

const variables = /** @type {import("../policy/sources.ts").PolicyEnv} */ (process.env);

const HEADER = "content-security-policy";
/** How long the front may serve a finished page (nginx: seconds); what has no such header it never keeps. */
const FOR_THE_FRONT = { "x-accel-expires": "10" };
const SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;
const STYLE = /<style>([\s\S]*?)<\/style>/g;

/**
 * A page's path without its language, from its cache key: /it/community-event, which Next puts
 * behind a prefix of its own ("/route-cache/…/$").
 *
 * @param {string} key
 */
function pathOf(key) {
  const place = key.slice(key.lastIndexOf("$") + 1);
  return place.replace(/^\/[a-z]{2}(?=\/|$)/, "") || "/";
}

/**
 * CSP sources (hashes) for what is between these tags.
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
 * The policy of one prerendered page: the site's own files, and exactly the inline scripts and styles it was made with.
 *
 * @param {string} html
 * @param {string} key
 */
function policyFor(html, key) {
  const hashes = { script: hashesOf(html, SCRIPT), style: hashesOf(html, STYLE) };
  return policyText(pagePolicy({ hashes }, pathOf(key), variables));
}

/** Another node over the same build could read one of a page's files while this one writes the next. */
const shared = Number(process.env.NODES || 1) > 1;
const building = process.env.NEXT_PHASE === "phase-production-build";

/** @type {import("./own-pages.ts").Place | null} */
let place = null;
let isKept = false;

/**
 * Next's own settings, turned to the pages of this process's site; untouched where nothing is stored.
 *
 * @param {ConstructorParameters<typeof FileSystemCache>[0]} context
 */
function ofThisSite(context) {
  if (building || !context.flushToDisk) return context;
  place ??= placeOfPages(context.serverDistDir);
  // Before the configuration is known there is no page that is surely this site's.
  const { folder, writes } = place ?? {
    folder: join(context.serverDistDir, "none"),
    writes: false,
  };
  return { ...context, serverDistDir: folder, flushToDisk: writes && !shared };
}

/** Values that already carry their policy: entries in memory are served repeatedly. */
const signed = new WeakSet();

/**
 * Next's own cache of prerendered pages, which knows none but those of this configuration, inlines each
 * page's critical CSS and stores its policy beside it. Public pages cannot
 * have a nonce (they are rendered long before they are requested) and this way need no 'unsafe-inline'.
 * Whatever passes here is finished and the same for everybody: nothing else tells the front that it may keep it.
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
    return entry;
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
    value.html = withLaterFiles(withCss);
    value.headers = { ...value.headers, ...FOR_THE_FRONT, [HEADER]: policyFor(value.html, key) };
    signed.add(value);
  }
};
