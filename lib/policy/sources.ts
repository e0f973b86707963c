import { PAGE_FACTS, type PageFacts } from "../routes/page-facts.ts";

/*
 * Sources that the content security policy of a page allows for third parties: those that the user consented to, and
 * those that the page itself needs, such as a captcha.
 */

/** Environment variables that configure third parties. */
export type PolicyEnv = {
  readonly [Name in
    | "TAG_MANAGER_ID"
    | "TAG_MANAGER_URL"
    | "TAG_HOSTS"
    | "PIXEL_ID"
    | "PIXEL_URL"
    | "GOOGLE_CLIENT_ID"
    | "FACEBOOK_APP_ID"
    | "CAPTCHA"
    | "CAPTCHA_SITE_KEY"]?: string | undefined;
};

/** Default URLs of the scripts of the tag manager and the social pixel. */
export const TAG_MANAGER_URL = "https://www.googletagmanager.com/gtm.js";
export const PIXEL_URL = "https://connect.facebook.net/en_US/fbevents.js";

/**
 * Maps the origin of a third party's script to the further origins to which the script sends reports. A script from an
 * origin that is not in this map, such as a test's fake, sends reports only to its own origin.
 */
const REPORTS_TO: Readonly<Record<string, readonly string[]>> = {
  "https://www.googletagmanager.com": [
    "https://*.googletagmanager.com",
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
  ],
  "https://connect.facebook.net": ["https://www.facebook.com"],
};

function script(id: string | undefined, url: string): string[] {
  return id ? [new URL(url).origin] : [];
}

/**
 * Returns the policy's sources for third parties that the user consented to: `script` for script-src, `report` for
 * connect-src and img-src. Empty without configured third parties.
 */
export function consentedSources(env: PolicyEnv): { script: string[]; report: string[] } {
  const extra = env.TAG_MANAGER_ID ? (env.TAG_HOSTS ?? "").split(/\s+/).filter(Boolean) : [];
  const own = new Set([
    ...script(env.TAG_MANAGER_ID, env.TAG_MANAGER_URL || TAG_MANAGER_URL),
    ...script(env.PIXEL_ID, env.PIXEL_URL || PIXEL_URL),
  ]);
  const reports = [...own].flatMap((origin) => [origin, ...(REPORTS_TO[origin] ?? [])]);
  return { script: [...own, ...extra], report: [...reports, ...extra] };
}

/** Sources of the content security policy, by directive. */
type Sources = Record<"script" | "style" | "connect" | "frame", readonly string[]>;

/**
 * Sources that each sign-in provider and the captcha need in the content security policy, according to their
 * documentation.
 */
const GOOGLE: Sources = {
  script: ["https://accounts.google.com/gsi/client"],
  style: ["https://accounts.google.com/gsi/style"],
  connect: ["https://accounts.google.com/gsi/"],
  frame: ["https://accounts.google.com/gsi/"],
};
const FACEBOOK: Sources = {
  script: ["https://connect.facebook.net"],
  style: [],
  connect: ["https://www.facebook.com", "https://graph.facebook.com"],
  frame: ["https://www.facebook.com"],
};
const CAPTCHA: Sources = {
  script: ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
  style: [],
  connect: ["https://www.google.com/recaptcha/"],
  frame: ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
};

/**
 * Returns the additional sources of one page's content security policy: those for configured sign-in providers, and for
 * the captcha if it is on. No other page can contact these third parties. `path` has no language. `popups` is true if a
 * popup must communicate with the page.
 */
export function pageSources(path: string, env: PolicyEnv): Sources & { popups: boolean } {
  const facts: Readonly<Record<string, PageFacts>> = PAGE_FACTS;
  const third = (Object.hasOwn(facts, path) && facts[path]?.third) || [];
  const signIn = third.includes("signIn");
  const captcha = third.includes("captcha") && ["1", "on"].includes(env.CAPTCHA ?? "");
  const here = [
    ...(signIn && env.GOOGLE_CLIENT_ID ? [GOOGLE] : []),
    ...(signIn && env.FACEBOOK_APP_ID ? [FACEBOOK] : []),
    ...(captcha && env.CAPTCHA_SITE_KEY ? [CAPTCHA] : []),
  ];
  const all = (kind: keyof Sources) => here.flatMap((one) => one[kind]);
  return {
    script: all("script"),
    style: all("style"),
    connect: all("connect"),
    frame: all("frame"),
    popups: here.includes(GOOGLE) || here.includes(FACEBOOK),
  };
}
