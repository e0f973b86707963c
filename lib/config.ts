import { z } from "zod";
import { consentedSources, PIXEL_URL, pageSources, TAG_MANAGER_URL } from "./policy-sources.cjs";

/*
 * The front's configuration: read once, parsed once, on the server only. What a component of the
 * browser needs of it comes to it as a prop. Every value has a default with which the demo runs.
 */

/** How zod says that a variable is not there. */
const MISSING = /^Invalid input: expected .*, received undefined$/;

const schema = z.object({
  /** Where the site is reached; links and canonical addresses are made from this alone. */
  SITE_URL: z.url({ protocol: /^https?$/ }).default("http://localhost:3000"),
  PROGRAMME_NAME: z.string().min(1).default("Slancio"),
  CONTACT_MAIL: z.email().default("ciao@slancio.example"),
  TAX_NUMBER: z.string().min(1).default("00000000000"),
  SOCIAL_LINKEDIN_URL: z.url().default("https://www.linkedin.com/"),
  SOCIAL_INSTAGRAM_URL: z.url().default("https://www.instagram.com/"),
  SOCIAL_YOUTUBE_URL: z.url().default("https://www.youtube.com/"),
  /** The two learner tracks of the Academy, at the external learning provider. */
  LEARNING_BUSINESS_URL: z.url().default("https://learning.example.org/impresa"),
  LEARNING_IMPACT_URL: z.url().default("https://learning.example.org/impatto"),
  /** Third parties that load after consent only; without an id they do not exist. */
  TAG_MANAGER_ID: z.string().min(1).optional(),
  TAG_MANAGER_URL: z.url({ protocol: /^https?$/ }).default(TAG_MANAGER_URL),
  /** Further origins that the manager's tags speak to, parted by spaces. */
  TAG_HOSTS: z
    .string()
    .regex(/^(https?:\/\/[\w*.:-]+\s*)*$/)
    .optional(),
  PIXEL_ID: z.string().min(1).optional(),
  PIXEL_URL: z.url({ protocol: /^https?$/ }).default(PIXEL_URL),
  /** Landing pages of the e-mail marketing service, the main site and the Turkish one (301s). */
  WORKLIFE_TALK_URL: z.url().default("https://landing.example.org/{locale}/worklife-talk"),
  WORKSHOP_URL: z.url().default("https://landing.example.org/{locale}/workshop"),
  WORKSHOP_GOVERNANCE_URL: z
    .url()
    .default("https://landing.example.org/{locale}/workshop-governance"),
  WORKSHOP_FINANCING_URL: z.url().default("https://landing.example.org/en/workshop-finanziamento"),
  MAIN_SITE_URL: z.url().default("https://main.example.org"),
  TURKISH_SITE_URL: z.url().default("https://turkiye.example.org"),
  /** A WordPress or any other back end of the contract (…/wp-json below it); empty: the embedded one. */
  WP_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A WordPress for the content alone, when accounts and applications stay with the embedded back end. */
  CONTENT_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** `user:application password` for drafts. */
  CONTENT_CREDENTIALS: z.string().includes(":").optional(),
  /** The folder of the embedded content. */
  CONTENT_DIR: z.string().default("content"),
  /** Seconds after which a page of content is made anew in the background. */
  CONTENT_REVALIDATE: z.coerce.number().int().min(1).max(86_400).default(300),
  /** Seconds a separate WordPress may take for one answer. */
  CONTENT_TIMEOUT: z.coerce.number().min(0.1).max(60).default(10),
  /** `preview`: a deployment to look at; never indexed, marked, reached under any host name. */
  SITE_ENV: z.enum(["production", "preview"]).default("production"),
  /** Signs preview links; without it there are none. */
  PREVIEW_SECRET: z.string().min(32).optional(),
  /** Lets a content system say that something changed; without it nobody may. */
  REVALIDATE_SECRET: z.string().min(32).optional(),
  /** Sign-in through a provider: its button is there when its key is; shared with the back end. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  FACEBOOK_APP_ID: z.string().optional(),
  /** The captcha of registration, recovery and whitepaper; shared with the back end. */
  CAPTCHA: z.enum(["0", "1", "off", "on"]).default("0"),
  CAPTCHA_SITE_KEY: z.string().optional(),
  /** The product knows version 2 alone; without it the forms say what is missing. */
  CAPTCHA_VERSION: z.string().optional(),
  /** First and last day of the current call, Rome dates, the last one included; shared with the back end. */
  EDITION_OPENS_ON: z.iso.date().optional(),
  EDITION_CLOSES_ON: z.iso.date().optional(),
  /** Steps that run before every page, by their names in middleware.ts, in this order. */
  MIDDLEWARE: z.string().default("guard,redirects,trailingSlash,locale"),
  /** Set by Next itself: what it is doing, and how. */
  NEXT_PHASE: z.string().optional(),
  NODE_ENV: z.string().optional(),
  /** Policy documents; a path of this site or a full address. {locale} becomes it or en. */
  WEB_PRIVACY_PDF: z.string().min(1).default("/policy/web-privacy-{locale}.pdf"),
  PRIVACY_NOTICE_PDF: z.string().min(1).default("/policy/privacy-notice-{locale}.pdf"),
});

// An empty variable is a missing one: `.env` files cannot unset, only leave empty.
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value));
const parsed = schema.safeParse(given);

/**
 * Everything that is wrong with the site's variables. A process that has any ends as it starts
 * (lib/api/configuration.ts), so nothing is ever served with the defaults that take their place.
 */
export const siteProblems: readonly string[] =
  parsed.error?.issues.map(
    ({ path, message }) => `${path.join(".")}: ${message.replace(MISSING, "is missing")}`,
  ) ?? [];
const env = parsed.data ?? schema.parse({});
// A build starts nothing that could end: it must not keep pages made from defaults.
if (siteProblems.length > 0 && given.NEXT_PHASE === "phase-production-build") {
  throw new Error(`The configuration is wrong:\n  ${siteProblems.join("\n  ")}`);
}

/** An address of a back end, without a slash or /wp-json at its end; null for none. */
function backendOrigin(url: string | undefined): string | null {
  return url?.replace(/\/+$/, "").replace(/\/wp-json$/, "") ?? null;
}

function localized(pattern: string): Record<"it" | "en", string> {
  return { it: pattern.replace("{locale}", "it"), en: pattern.replace("{locale}", "en") };
}

const asksCaptcha = env.CAPTCHA === "1" || env.CAPTCHA === "on";

/** Everything of the site that is configuration. Never import it from a component of the browser. */
export const config = {
  /** Without a slash at the end. */
  siteUrl: env.SITE_URL.replace(/\/+$/, ""),
  /** The site is reached over https: cookies are Secure, answers say HSTS. */
  secure: env.SITE_URL.startsWith("https:"),
  /** A deployment to look at (SITE_ENV): noindex on every answer and a mark on every page. */
  isPreview: env.SITE_ENV === "preview",
  /** Names of the steps before every page; one that middleware.ts has not is its configuration error. */
  middleware: env.MIDDLEWARE.split(",").map((name) => name.trim()),
  /** A deployment to look at takes the Host it was reached under for its origin, too. */
  acceptOwnHost: env.SITE_ENV === "preview",
  /** Where /wp-json of a separate back end lies; null for the embedded one. */
  backendUrl: backendOrigin(env.WP_API_URL),
  content: {
    /** Where /wp-json of the content lies; null for the embedded content. */
    url: backendOrigin(env.CONTENT_API_URL ?? env.WP_API_URL),
    credentials: env.CONTENT_CREDENTIALS,
    folder: env.CONTENT_DIR,
    revalidate: env.CONTENT_REVALIDATE,
    timeout: env.CONTENT_TIMEOUT * 1000,
  },
  previewSecret: env.PREVIEW_SECRET,
  revalidateSecret: env.REVALIDATE_SECRET,
  /** `next build` is running: no back end may be opened. */
  building: env.NEXT_PHASE === "phase-production-build",
  /** `next dev` is running. */
  development: env.NODE_ENV === "development",
  programmeName: env.PROGRAMME_NAME,
  contactMail: env.CONTACT_MAIL,
  taxNumber: env.TAX_NUMBER,
  social: {
    linkedin: env.SOCIAL_LINKEDIN_URL,
    instagram: env.SOCIAL_INSTAGRAM_URL,
    youtube: env.SOCIAL_YOUTUBE_URL,
  },
  learning: { business: env.LEARNING_BUSINESS_URL, impact: env.LEARNING_IMPACT_URL },
  /** What may be loaded after consent; null where no id is configured. */
  thirdParties: {
    tagManager: env.TAG_MANAGER_ID ? { id: env.TAG_MANAGER_ID, url: env.TAG_MANAGER_URL } : null,
    pixel: env.PIXEL_ID ? { id: env.PIXEL_ID, url: env.PIXEL_URL } : null,
  },
  /** Its sources for content security policies. */
  consentedSources: consentedSources(env),
  signIn: {
    googleClientId: env.GOOGLE_CLIENT_ID ?? null,
    facebookAppId: env.FACEBOOK_APP_ID ?? null,
  },
  /** What a form's captcha needs to know; null when it is off. `mail` is where to report trouble. */
  captcha: asksCaptcha
    ? {
        siteKey: env.CAPTCHA_SITE_KEY ?? null,
        version: env.CAPTCHA_VERSION ?? null,
        mail: env.CONTACT_MAIL,
      }
    : null,
  /** Sources of what stands on single pages, for content security policies. */
  pageSources: (path: string) => pageSources(path, env),
  edition: { opensOn: env.EDITION_OPENS_ON, closesOn: env.EDITION_CLOSES_ON },
  /** Where old addresses lead; all outside this site. */
  elsewhere: {
    worklifeTalk: localized(env.WORKLIFE_TALK_URL),
    workshop: localized(env.WORKSHOP_URL),
    workshopGovernance: localized(env.WORKSHOP_GOVERNANCE_URL),
    workshopFinancing: env.WORKSHOP_FINANCING_URL,
    mainSite: env.MAIN_SITE_URL.replace(/\/+$/, ""),
    turkishSite: env.TURKISH_SITE_URL.replace(/\/+$/, ""),
  },
  policies: {
    webPrivacy: localized(env.WEB_PRIVACY_PDF),
    privacyNotice: localized(env.PRIVACY_NOTICE_PDF),
  },
} as const;
