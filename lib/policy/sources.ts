/*
 * The third parties a page may speak to, once a person has agreed or because of what stands on it, as
 * sources of its content security policy. CommonJS, because Next loads lib/page-policy.cjs as it stands; lib/config.ts reads it too.
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

/** Signing in with a provider: where its buttons stand. */
const SIGN_IN_PAGES = ["/login", "/registration", "/dashboard/edit-profile"];
/** Forms that ask to prove that one is no robot. */
const CAPTCHA_PAGES = ["/registration", "/login/password-recovery", "/community-event"];

/** As each provider's own documentation lists them. */
const GOOGLE = {
  script: ["https://accounts.google.com/gsi/client"],
  style: ["https://accounts.google.com/gsi/style"],
  connect: ["https://accounts.google.com/gsi/"],
  frame: ["https://accounts.google.com/gsi/"],
};
const FACEBOOK = {
  script: ["https://connect.facebook.net"],
  style: [],
  connect: ["https://www.facebook.com", "https://graph.facebook.com"],
  frame: ["https://www.facebook.com"],
};
const CAPTCHA = {
  script: ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
  style: [],
  connect: ["https://www.google.com/recaptcha/"],
  frame: ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
};

/**
 * What one page needs besides: the providers' sources where their keys are configured, the captcha's
 * where it is on. Every other page may not speak to them.
 *
 * @param {string} path the page's, without its language
 * @param env the variables GOOGLE_CLIENT_ID, FACEBOOK_APP_ID, CAPTCHA, CAPTCHA_SITE_KEY
 * @returns {{ script: string[], style: string[], connect: string[], frame: string[], popups: boolean }}
 * for the directives of those names; `popups` when a window of the page has to speak to it
 */
function pageSources(path, env) {
  const signIn = SIGN_IN_PAGES.includes(path);
  const captcha = CAPTCHA_PAGES.includes(path) && ["1", "on"].includes(env.CAPTCHA);
  const here = [
    ...(signIn && env.GOOGLE_CLIENT_ID ? [GOOGLE] : []),
    ...(signIn && env.FACEBOOK_APP_ID ? [FACEBOOK] : []),
    ...(captcha && env.CAPTCHA_SITE_KEY ? [CAPTCHA] : []),
  ];
  const all = (kind) => here.flatMap((one) => one[kind]);
  return {
    script: all("script"),
    style: all("style"),
    connect: all("connect"),
    frame: all("frame"),
    popups: here.includes(GOOGLE) || here.includes(FACEBOOK),
  };
}

module.exports = {
  SIGN_IN_PAGES,
  CAPTCHA_PAGES,
  pageSources,
  TAG_MANAGER_URL,
  PIXEL_URL,
  consentedSources,
};
