/*
 * The third parties a page may speak to once a person has agreed, as sources of its content security
 * policy. CommonJS, because Next loads lib/page-policy.cjs as it stands; lib/config.ts reads it too.
 */

/** Where the tag manager's and the pixel's scripts lie, unless configured otherwise. */
const TAG_MANAGER_URL = "https://www.googletagmanager.com/gtm.js";
const PIXEL_URL = "https://connect.facebook.net/en_US/fbevents.js";

/** Where those scripts report to. A stand-in reports to where it came from. */
const REPORTS_TO = {
  "https://www.googletagmanager.com": [
    "https://*.googletagmanager.com",
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
  ],
  "https://connect.facebook.net": ["https://www.facebook.com"],
};

/** @param {string[]} values */
function unique(values) {
  return [...new Set(values)];
}

function script(id, url) {
  return id ? [new URL(url).origin] : [];
}

/**
 * Sources to add to the policy's directives; empty lists when no third party is configured.
 *
 * @param env the variables TAG_MANAGER_ID, TAG_MANAGER_URL, TAG_HOSTS, PIXEL_ID, PIXEL_URL
 * @returns {{ script: string[], report: string[] }} for script-src, and for connect-src and img-src
 */
function consentedSources(env) {
  const extra = env.TAG_MANAGER_ID ? (env.TAG_HOSTS ?? "").split(/\s+/).filter(Boolean) : [];
  const own = unique([
    ...script(env.TAG_MANAGER_ID, env.TAG_MANAGER_URL || TAG_MANAGER_URL),
    ...script(env.PIXEL_ID, env.PIXEL_URL || PIXEL_URL),
  ]);
  const reports = own.flatMap((origin) => [origin, ...(REPORTS_TO[origin] ?? [])]);
  return { script: [...own, ...extra], report: [...reports, ...extra] };
}

module.exports = { TAG_MANAGER_URL, PIXEL_URL, consentedSources };
