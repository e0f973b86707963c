import { z } from "zod";
import { asksCaptcha, readEnvironment, sharedVariables, webAddress } from "@/contract/environment";
import { type Language, perLanguage } from "@/contract/languages";
import { announceSite } from "./page-cache/announced-site";
import { type Inline, openerPolicy, pagePolicy } from "./policy/policy";
import { PIXEL_URL, TAG_MANAGER_URL } from "./policy/sources";
import { siteHeaders } from "./security-headers";

/*
 * Configuration of the site, read and parsed once, on the server only. Browser components receive values as props. The
 * default values run the demo.
 */

const schema = z.object({
  ...sharedVariables,
  CONTACT_MAIL: z.email().default("ciao@slancio.example"),
  TAX_NUMBER: z.string().min(1).default("00000000000"),
  SOCIAL_LINKEDIN_URL: z.url().optional(),
  SOCIAL_INSTAGRAM_URL: z.url().optional(),
  SOCIAL_YOUTUBE_URL: z.url().optional(),
  /** Name of the programme's corporate group, without the word "group". */
  GROUP_NAME: z.string().default("Ventotto"),
  /** Names of the group's companies, separated by semicolons. A URL can follow each name. */
  GROUP_COMPANIES: z.string().default("Botteghe Ventotto; Ventotto Energia; Ventotto Case"),
  /** Names of the programme's partners, in the format of GROUP_COMPANIES. */
  PARTNERS: z.string().default("Fondazione Primo Passo; Politecnico dell’Adda; Banca del Solco"),
  POSTAL_ADDRESS: z.string().default("Via del Molo 3, 70122 Bari"),
  PHONE: z
    .string()
    .regex(/^\+?[\d ()/.-]+$/)
    .default("+39 080 000 0100"),
  /** URLs of the Academy's two learning tracks at an external learning provider, if there is one. */
  LEARNING_BUSINESS_URL: z.url().optional(),
  LEARNING_IMPACT_URL: z.url().optional(),
  /**
   * The programme's ids at third parties. Their scripts load only after consent. A third party without an id is off.
   */
  TAG_MANAGER_ID: z.string().min(1).optional(),
  TAG_MANAGER_URL: webAddress.default(TAG_MANAGER_URL),
  /** Additional origins that the tag manager's tags request, separated by spaces. */
  TAG_HOSTS: z
    .string()
    .regex(/^(https?:\/\/[\w*.:-]+\s*)*$/)
    .optional(),
  PIXEL_ID: z.string().min(1).optional(),
  PIXEL_URL: webAddress.default(PIXEL_URL),
  /**
   * URLs of external pages to which old URLs redirect (301): email landing pages, the main site, and the Turkish site.
   */
  WORKLIFE_TALK_URL: z.url().default("https://landing.example.org/{locale}/worklife-talk"),
  WORKSHOP_URL: z.url().default("https://landing.example.org/{locale}/workshop"),
  WORKSHOP_GOVERNANCE_URL: z
    .url()
    .default("https://landing.example.org/{locale}/workshop-governance"),
  WORKSHOP_FINANCING_URL: z.url().default("https://landing.example.org/en/workshop-finanziamento"),
  MAIN_SITE_URL: z.url().default("https://main.example.org"),
  TURKISH_SITE_URL: z.url().default("https://turkiye.example.org"),
  /** URL of a WordPress or another back end that implements the contract. If empty, the embedded back end is used. */
  WP_API_URL: webAddress.optional(),
  /** Seconds within which a separate back end must start a response. */
  WP_API_TIMEOUT: z.coerce.number().min(0.1).max(60).default(10),
  /** URL of a WordPress for content only. Accounts and applications stay in the embedded back end. */
  CONTENT_API_URL: webAddress.optional(),
  /**
   * Additional hosts that serve the pictures of the content's WordPress, separated by spaces. The site follows
   * redirects to these hosts.
   */
  CONTENT_HOSTS: z
    .string()
    .regex(/^[\w.:-]+(?:\s+[\w.:-]+)*$/)
    .optional(),
  /** Seconds before a content page is revalidated in the background. */
  CONTENT_REVALIDATE: z.coerce.number().int().min(1).max(86_400).default(300),
  /** Seconds within which a separate WordPress must complete a response. */
  CONTENT_TIMEOUT: z.coerce.number().min(0.1).max(60).default(10),
  /**
   * `preview` is a preview deployment: search engines do not index it, every page shows that it is a preview, and any
   * host name is accepted.
   */
  SITE_ENV: z.enum(["production", "preview"]).default("production"),
  /** URL of the OTLP collector that receives tracing spans over HTTP. Without it, no spans are sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_SERVICE_NAME: z.string().default("slancio"),
  /**
   * Share of page views whose speed the browser reports for the metrics, from 0 to 1. With 0, no browser measures or
   * reports anything.
   */
  PAGE_FIGURES_SHARE: z.coerce.number().min(0).max(1).default(0.1),
  /** Key that signs preview links of unpublished content. Without the key, there are no preview links. */
  PREVIEW_SECRET: z.string().min(32).optional(),
  /** The previous key for preview links, which stays valid while PREVIEW_SECRET is being replaced. */
  PREVIEW_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** Secret with which a content system reports changed content. Without the secret, no reports are accepted. */
  REVALIDATE_SECRET: z.string().min(32).optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  /**
   * Version of the captcha; only version 2 is supported. With another value, forms show an error instead of the
   * captcha.
   */
  CAPTCHA_VERSION: z.string().optional(),
  /** With the value 1, HSTS also covers all subdomains. */
  HSTS_SUBDOMAINS: z.enum(["0", "1"]).default("0"),
  /** Names of the middleware steps that run before every page, in the order in which they run (see middleware.ts). */
  MIDDLEWARE: z.string().default("guard,redirects,trailingSlash,locale"),
  /** Number of processes that serve this site with one database. */
  NODES: z.coerce.number().int().min(1).default(1),
  /** Seconds for which the process still accepts connections after a stop signal. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /** Variables that Next sets: its phase (such as the build) and its mode (production or development). */
  NEXT_PHASE: z.string().optional(),
  NODE_ENV: z.string().optional(),
  /** Variables that Next sets: the port and the URL on which this process listens. */
  PORT: z.string().default("3000"),
  __NEXT_PRIVATE_ORIGIN: z.url().optional(),
  /**
   * PDF with the evaluation criteria and weights: a path of this site or a URL. {locale} is replaced by the language
   * code.
   */
  CRITERIA_PDF: z.string().min(1).default("/policy/criteria-{locale}.pdf"),
  /**
   * URL of the site owner's accessibility declaration at AgID. Without it, the site only links its own accessibility
   * statement.
   */
  ACCESSIBILITY_DECLARATION_URL: webAddress.optional(),
});

const read = readEnvironment(schema, process.env);

/**
 * All problems with the site's environment variables. A process with problems stops at its start
 * (lib/api/configuration.ts), so that it serves no page with default values.
 */
export const siteProblems = read.problems;
const env = read.data ?? schema.parse({});
// A build starts no server that could report wrong variables, so stop the build here. Otherwise the built pages would
// contain default values.
if (siteProblems.length > 0 && process.env.NEXT_PHASE === "phase-production-build") {
  throw new Error(`The configuration is wrong:\n  ${siteProblems.join("\n  ")}`);
}

/** Returns a back end's URL without a trailing slash and without /wp-json. Returns null without a URL. */
function backendOrigin(url: string | undefined): string | null {
  return url?.replace(/\/+$/, "").replace(/\/wp-json$/, "") ?? null;
}

/**
 * Returns the hosts that serve the content's pictures: the host of the content back end, and the hosts in
 * CONTENT_HOSTS.
 */
function contentHosts(url: string | null, further = ""): string[] {
  return [...(url ? [new URL(url).host] : []), ...further.split(/\s+/).filter(Boolean)];
}

/** Parses a list of companies such as "Alfa https://alfa.example; Beta" into names and URLs. */
function companiesIn(list: string): { name: string; url: string | undefined }[] {
  const entries = list.split(";").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const url = /\shttps?:\/\/\S+$/.exec(entry)?.[0];
    return { name: entry.slice(0, entry.length - (url?.length ?? 0)), url: url?.trim() };
  });
}

/** Returns a URL for each language, with {locale} replaced by the language code. */
function localized(pattern: string): Record<Language, string> {
  return perLanguage((language) => pattern.replace("{locale}", language));
}

/**
 * Variables that do not affect the HTML of pages: secrets, process settings, and the content folder, whose files are
 * hashed separately. The hash that decides whether prerendered pages can be reused omits these variables. If this list
 * wrongly contains a variable, pages of another configuration can appear. If this list lacks a variable, a process
 * whose value differs from the build's value renders all pages again.
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

/**
 * URL of the WordPress that editors use. Null if the content comes from files of this back end, or of a separate back
 * end of this repository.
 */
const wordpress = backendOrigin(
  env.CONTENT_API_URL ?? (env.BACKEND_SECRET ? undefined : env.WP_API_URL),
);

announceSite({
  configuration: JSON.stringify(Object.entries(env).filter(([name]) => !UNSEEN.includes(name))),
  content: (env.CONTENT_API_URL ?? env.WP_API_URL) ? null : env.CONTENT_DIR,
});

/**
 * Whole configuration of the site. Never import it from a browser component, because it contains secrets.
 */
export const config = {
  /** Public URL of the site, without a trailing slash. */
  siteUrl: env.SITE_URL,
  /** Number of processes that serve this site. */
  nodes: env.NODES,
  drainSeconds: env.DRAIN_SECONDS,
  /** URL on which this process itself listens. */
  ownAddress: env.__NEXT_PRIVATE_ORIGIN ?? `http://localhost:${env.PORT}`,
  /** True if the site uses https. Cookies are then Secure, and responses send HSTS. */
  secure: env.SITE_URL.startsWith("https:"),
  /** Headers that depend on the configuration. Every response has these headers. */
  siteHeaders: siteHeaders(env),
  /** True for a preview deployment (SITE_ENV): every response is noindex, and every page shows that it is a preview. */
  isPreview: env.SITE_ENV === "preview",
  /** Names of the middleware steps. An unknown name is a configuration error. */
  middleware: env.MIDDLEWARE.split(",").map((name) => name.trim()),
  /**
   * Name of the header in which a reverse proxy reports the visitor's approximate location (a town). Null without such
   * a proxy.
   */
  placeHeader: env.PLACE_HEADER ?? null,
  /**
   * True for a preview deployment, which has changing host names. It accepts the Host header of a request as the site's
   * origin, in addition to SITE_URL.
   */
  acceptOwnHost: env.SITE_ENV === "preview",
  /** URL of a separate back end, or null for the embedded back end. */
  backendUrl: backendOrigin(env.WP_API_URL),
  /** Secret that the site and a separate back end of this repository send each other. */
  backendSecret: env.BACKEND_SECRET,
  /** Milliseconds within which a separate back end must start a response. */
  backendTimeout: env.WP_API_TIMEOUT * 1000,
  content: {
    /** URL of a separate content back end, or null for the embedded content. */
    url: backendOrigin(env.CONTENT_API_URL ?? env.WP_API_URL),
    wordpress,
    /** Origins whose pages can show previews of content in a frame: only the editors' WordPress. */
    frames: wordpress ? [new URL(wordpress).origin] : ["'none'"],
    hosts: contentHosts(backendOrigin(env.CONTENT_API_URL ?? env.WP_API_URL), env.CONTENT_HOSTS),
    credentials: env.CONTENT_CREDENTIALS,
    /**
     * True if every request for content must contain the language parameter, even for the default language. Without the
     * parameter, a WordPress that serves only content can return items of all languages.
     */
    namesLanguage: env.CONTENT_API_URL !== undefined,
    folder: env.CONTENT_DIR,
    revalidate: env.CONTENT_REVALIDATE,
    timeout: env.CONTENT_TIMEOUT * 1000,
  },
  /**
   * Keys for preview links: the current key, which signs new links, and the previous key, which stays valid.
   */
  previewSecrets: [env.PREVIEW_SECRET, env.PREVIEW_SECRET_PREVIOUS].filter(
    (one) => one !== undefined,
  ),
  revalidateSecret: env.REVALIDATE_SECRET,
  metricsToken: env.METRICS_TOKEN,
  pageFiguresShare: env.PAGE_FIGURES_SHARE,
  traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: env.OTEL_SERVICE_NAME },
  /** True during `next build`, when no back end can be opened. */
  building: env.NEXT_PHASE === "phase-production-build",
  /** True if the site runs with `next dev`. */
  development: env.NODE_ENV === "development",
  programmeName: env.PROGRAMME_NAME,
  contactMail: env.CONTACT_MAIL,
  taxNumber: env.TAX_NUMBER,
  /** The programme's configured pages on social networks. */
  social: [
    { name: "LinkedIn", href: env.SOCIAL_LINKEDIN_URL },
    { name: "Instagram", href: env.SOCIAL_INSTAGRAM_URL },
    { name: "YouTube", href: env.SOCIAL_YOUTUBE_URL },
  ].flatMap(({ name, href }) => (href ? [{ name, href }] : [])),
  group: { name: env.GROUP_NAME, companies: companiesIn(env.GROUP_COMPANIES) },
  partners: companiesIn(env.PARTNERS),
  postalAddress: env.POSTAL_ADDRESS,
  phone: env.PHONE,
  learning: { business: env.LEARNING_BUSINESS_URL, impact: env.LEARNING_IMPACT_URL },
  /** Settings of third parties that load after consent. Null for a third party without an id. */
  thirdParties: {
    tagManager: env.TAG_MANAGER_ID ? { id: env.TAG_MANAGER_ID, url: env.TAG_MANAGER_URL } : null,
    pixel: env.PIXEL_ID ? { id: env.PIXEL_ID, url: env.PIXEL_URL } : null,
  },
  signIn: {
    googleClientId: env.GOOGLE_CLIENT_ID ?? null,
    facebookAppId: env.FACEBOOK_APP_ID ?? null,
  },
  /** Settings of the forms' captcha, or null if it is off. `mail` is the email address for reporting problems. */
  captcha: asksCaptcha(env)
    ? {
        siteKey: env.CAPTCHA_SITE_KEY ?? null,
        version: env.CAPTCHA_VERSION ?? null,
        mail: env.CONTACT_MAIL,
      }
    : null,
  /**
   * Returns the content security policy of a page's response, which allows the page's third parties. `path` has no
   * language prefix.
   */
  pagePolicy: (inline: Inline, path: string) => pagePolicy(inline, path, env),
  openerPolicy: (path: string) => openerPolicy(path, env),
  edition: { opensOn: env.EDITION_OPENS_ON, closesOn: env.EDITION_CLOSES_ON },
  /** External redirect targets of old URLs. */
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
