import { z } from "zod";
import { asksCaptcha, readEnvironment, sharedVariables, webAddress } from "@/contract/environment";
import { type Language, perLanguage } from "@/contract/languages";
import { announceSite } from "./page-cache/announced-site";
import { type Inline, openerPolicy, pagePolicy } from "./policy/policy";
import { PIXEL_URL, TAG_MANAGER_URL } from "./policy/sources";
import { siteHeaders } from "./security-headers";

/*
 * The front end's configuration, read and parsed once, on the server only. Browser components receive values as props.
 * Every value has a default with which the demo runs.
 */

const schema = z.object({
  ...sharedVariables,
  CONTACT_MAIL: z.email().default("ciao@slancio.example"),
  TAX_NUMBER: z.string().min(1).default("00000000000"),
  SOCIAL_LINKEDIN_URL: z.url().default("https://www.linkedin.com/"),
  SOCIAL_INSTAGRAM_URL: z.url().default("https://www.instagram.com/"),
  SOCIAL_YOUTUBE_URL: z.url().default("https://www.youtube.com/"),
  /** The group's companies, separated by semicolons. Each name can be followed by its URL. */
  GROUP_COMPANIES: z.string().optional(),
  /** The URLs of the Academy's two learning tracks at the external learning provider, if there is one. */
  LEARNING_BUSINESS_URL: z.url().optional(),
  LEARNING_IMPACT_URL: z.url().optional(),
  /** Third parties that load only after consent. A third party without an id is off. */
  TAG_MANAGER_ID: z.string().min(1).optional(),
  TAG_MANAGER_URL: webAddress.default(TAG_MANAGER_URL),
  /** Further origins that the tag manager's tags request, separated by spaces. */
  TAG_HOSTS: z
    .string()
    .regex(/^(https?:\/\/[\w*.:-]+\s*)*$/)
    .optional(),
  PIXEL_ID: z.string().min(1).optional(),
  PIXEL_URL: webAddress.default(PIXEL_URL),
  /** External pages to which old URLs redirect (301): email landing pages, the main site, and the Turkish site. */
  WORKLIFE_TALK_URL: z.url().default("https://landing.example.org/{locale}/worklife-talk"),
  WORKSHOP_URL: z.url().default("https://landing.example.org/{locale}/workshop"),
  WORKSHOP_GOVERNANCE_URL: z
    .url()
    .default("https://landing.example.org/{locale}/workshop-governance"),
  WORKSHOP_FINANCING_URL: z.url().default("https://landing.example.org/en/workshop-finanziamento"),
  MAIN_SITE_URL: z.url().default("https://main.example.org"),
  TURKISH_SITE_URL: z.url().default("https://turkiye.example.org"),
  /** The URL of a WordPress or another back end that implements the contract. Empty: the embedded back end. */
  WP_API_URL: webAddress.optional(),
  /** Seconds that a separate back end has to start a response. */
  WP_API_TIMEOUT: z.coerce.number().min(0.1).max(60).default(10),
  /** The URL of a WordPress for content only. Accounts and applications stay in the embedded back end. */
  CONTENT_API_URL: webAddress.optional(),
  /** Further hosts that serve this WordPress's pictures, separated by spaces. Redirects to these hosts are followed. */
  CONTENT_HOSTS: z
    .string()
    .regex(/^[\w.:-]+(?:\s+[\w.:-]+)*$/)
    .optional(),
  /** Seconds before a content page is revalidated in the background. */
  CONTENT_REVALIDATE: z.coerce.number().int().min(1).max(86_400).default(300),
  /** Seconds that a separate WordPress has to complete a response. */
  CONTENT_TIMEOUT: z.coerce.number().min(0.1).max(60).default(10),
  /** `preview`: a preview deployment, which is never indexed, carries a mark, and accepts any host name. */
  SITE_ENV: z.enum(["production", "preview"]).default("production"),
  /** The OTLP collector URL for spans over HTTP. Without it, no spans are sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_SERVICE_NAME: z.string().default("slancio"),
  /** The key that signs preview links. Without it, there are no preview links. */
  PREVIEW_SECRET: z.string().min(32).optional(),
  /** A second valid key while PREVIEW_SECRET is being replaced. */
  PREVIEW_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** The secret with which a content system reports changed content. Without it, no system can. */
  REVALIDATE_SECRET: z.string().min(32).optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  /** The captcha version. Only version 2 is supported; with another value, forms report the problem. */
  CAPTCHA_VERSION: z.string().optional(),
  /** 1: HSTS also covers all subdomains. */
  HSTS_SUBDOMAINS: z.enum(["0", "1"]).default("0"),
  /** The middleware steps that run before every page, in this order, by their names in middleware.ts. */
  MIDDLEWARE: z.string().default("guard,redirects,trailingSlash,locale"),
  /** The number of processes that serve this site with one database. */
  NODES: z.coerce.number().int().min(1).default(1),
  /** Seconds after a stop signal during which the process still accepts connections. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /** Set by Next: the current phase and mode. */
  NEXT_PHASE: z.string().optional(),
  NODE_ENV: z.string().optional(),
  /** Set by Next: the port and the URL on which this process listens. */
  PORT: z.string().default("3000"),
  __NEXT_PRIVATE_ORIGIN: z.url().optional(),
  /** The PDF with the criteria and weights: a path of this site or a URL. {locale} becomes the language code. */
  CRITERIA_PDF: z.string().min(1).default("/policy/criteria-{locale}.pdf"),
  /** The owner's accessibility declaration, as AgID publishes it. Without it, the site links only its own statement. */
  ACCESSIBILITY_DECLARATION_URL: webAddress.optional(),
});

const read = readEnvironment(schema, process.env);

/**
 * All problems with the site's variables. A process with problems stops at its start (lib/api/configuration.ts), so that
 * no page is served with the default values.
 */
export const siteProblems = read.problems;
const env = read.data ?? schema.parse({});
// A build starts no server that could stop, so throw here: its pages must not use default values.
if (siteProblems.length > 0 && process.env.NEXT_PHASE === "phase-production-build") {
  throw new Error(`The configuration is wrong:\n  ${siteProblems.join("\n  ")}`);
}

/** Returns a back end's URL without a trailing slash or /wp-json. Null without a URL. */
function backendOrigin(url: string | undefined): string | null {
  return url?.replace(/\/+$/, "").replace(/\/wp-json$/, "") ?? null;
}

/** Returns the hosts of the content's pictures: the content's own host and the configured hosts. */
function contentHosts(url: string | null, further = ""): string[] {
  return [...(url ? [new URL(url).host] : []), ...further.split(/\s+/).filter(Boolean)];
}

/** Parses "Uno https://uno.example; Due" into names and URLs. */
function companiesIn(list = ""): { name: string; url: string | undefined }[] {
  const entries = list.split(";").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const url = /\shttps?:\/\/\S+$/.exec(entry)?.[0];
    return { name: entry.slice(0, entry.length - (url?.length ?? 0)), url: url?.trim() };
  });
}

/** Returns a URL for each language. {locale} becomes the language code. */
function localized(pattern: string): Record<Language, string> {
  return perLanguage((language) => pattern.replace("{locale}", language));
}

/**
 * Variables that no page can show: secrets, process settings, and the content folder, whose files are hashed instead. A
 * wrong entry here lets a page of another site appear; a missing entry renders every page of a build again.
 */
const UNSEEN = [
  "PREVIEW_SECRET",
  "PREVIEW_SECRET_PREVIOUS",
  "REVALIDATE_SECRET",
  "METRICS_TOKEN",
  "BACKEND_SECRET",
  "CONTENT_CREDENTIALS",
  "CONTENT_DIR",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_SERVICE_NAME",
  "NODES",
  "DRAIN_SECONDS",
  "PORT",
  "NEXT_PHASE",
  "NODE_ENV",
  "__NEXT_PRIVATE_ORIGIN",
];

/** The WordPress that editors use. Null for content files, also of a separate back end of this repository. */
const wordpress = backendOrigin(
  env.CONTENT_API_URL ?? (env.BACKEND_SECRET ? undefined : env.WP_API_URL),
);

announceSite({
  configuration: JSON.stringify(Object.entries(env).filter(([name]) => !UNSEEN.includes(name))),
  content: (env.CONTENT_API_URL ?? env.WP_API_URL) ? null : env.CONTENT_DIR,
});

/** The site's whole configuration. Never import it from a browser component. */
export const config = {
  /** The site's URL, without a trailing slash. */
  siteUrl: env.SITE_URL,
  /** The number of processes that serve this site. */
  nodes: env.NODES,
  drainSeconds: env.DRAIN_SECONDS,
  /** The URL on which this process itself listens. */
  ownAddress: env.__NEXT_PRIVATE_ORIGIN ?? `http://localhost:${env.PORT}`,
  /** True when the site uses https: then cookies are Secure, and responses send HSTS. */
  secure: env.SITE_URL.startsWith("https:"),
  /** Response headers that depend on the configuration, for every response. */
  siteHeaders: siteHeaders(env),
  /** True for a preview deployment (SITE_ENV): every response is noindex, and every page carries a mark. */
  isPreview: env.SITE_ENV === "preview",
  /** The names of the middleware steps. An unknown name is a configuration error. */
  middleware: env.MIDDLEWARE.split(",").map((name) => name.trim()),
  /** The header in which a reverse proxy reports the visitor's location. Null without one. */
  placeHeader: env.PLACE_HEADER ?? null,
  /** True for a preview deployment, which also accepts the request's Host as its origin. */
  acceptOwnHost: env.SITE_ENV === "preview",
  /** The URL of a separate back end. Null for the embedded back end. */
  backendUrl: backendOrigin(env.WP_API_URL),
  /** Secret that a separate back end of this repository requires. */
  backendSecret: env.BACKEND_SECRET,
  /** Milliseconds that the back end has to start a response. */
  backendTimeout: env.WP_API_TIMEOUT * 1000,
  content: {
    /** The URL of a separate content back end. Null for the embedded content. */
    url: backendOrigin(env.CONTENT_API_URL ?? env.WP_API_URL),
    wordpress,
    /** The origins whose pages can show a preview in a frame: this WordPress's alone. */
    frames: wordpress ? [new URL(wordpress).origin] : ["'none'"],
    hosts: contentHosts(backendOrigin(env.CONTENT_API_URL ?? env.WP_API_URL), env.CONTENT_HOSTS),
    credentials: env.CONTENT_CREDENTIALS,
    /** Whether requests name Italian too. A content-only WordPress can otherwise answer with all languages. */
    namesLanguage: env.CONTENT_API_URL !== undefined,
    folder: env.CONTENT_DIR,
    revalidate: env.CONTENT_REVALIDATE,
    timeout: env.CONTENT_TIMEOUT * 1000,
  },
  /** The keys that can sign preview links. */
  previewSecrets: [env.PREVIEW_SECRET, env.PREVIEW_SECRET_PREVIOUS].filter(
    (one) => one !== undefined,
  ),
  revalidateSecret: env.REVALIDATE_SECRET,
  metricsToken: env.METRICS_TOKEN,
  traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: env.OTEL_SERVICE_NAME },
  /** True during `next build`: no back end can be opened. */
  building: env.NEXT_PHASE === "phase-production-build",
  /** True during `next dev`. */
  development: env.NODE_ENV === "development",
  programmeName: env.PROGRAMME_NAME,
  contactMail: env.CONTACT_MAIL,
  taxNumber: env.TAX_NUMBER,
  social: {
    linkedin: env.SOCIAL_LINKEDIN_URL,
    instagram: env.SOCIAL_INSTAGRAM_URL,
    youtube: env.SOCIAL_YOUTUBE_URL,
  },
  group: companiesIn(env.GROUP_COMPANIES),
  learning: { business: env.LEARNING_BUSINESS_URL, impact: env.LEARNING_IMPACT_URL },
  /** Third parties that can load after consent. Null for a third party without an id. */
  thirdParties: {
    tagManager: env.TAG_MANAGER_ID ? { id: env.TAG_MANAGER_ID, url: env.TAG_MANAGER_URL } : null,
    pixel: env.PIXEL_ID ? { id: env.PIXEL_ID, url: env.PIXEL_URL } : null,
  },
  signIn: {
    googleClientId: env.GOOGLE_CLIENT_ID ?? null,
    facebookAppId: env.FACEBOOK_APP_ID ?? null,
  },
  /** The settings of a form's captcha, or null when it is off. `mail` is the address for reporting problems. */
  captcha: asksCaptcha(env)
    ? {
        siteKey: env.CAPTCHA_SITE_KEY ?? null,
        version: env.CAPTCHA_VERSION ?? null,
        mail: env.CONTACT_MAIL,
      }
    : null,
  /** Returns the third-party rules of a page's response. `path` has no language prefix. */
  pagePolicy: (inline: Inline, path: string) => pagePolicy(inline, path, env),
  openerPolicy: (path: string) => openerPolicy(path, env),
  edition: { opensOn: env.EDITION_OPENS_ON, closesOn: env.EDITION_CLOSES_ON },
  /** Redirect targets of old URLs. All are outside this site. */
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
    rules: localized(env.RULES_PDF),
    criteria: localized(env.CRITERIA_PDF),
  },
  accessibilityDeclaration: env.ACCESSIBILITY_DECLARATION_URL ?? null,
} as const;
