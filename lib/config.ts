import { z } from "zod";
import { asksCaptcha, readEnvironment, sharedVariables, webAddress } from "@/contract/environment";
import { type Language, perLanguage } from "@/contract/languages";
import { announceSite } from "./first-paint/announced-site";
import { type Inline, openerPolicy, pagePolicy } from "./policy/policy";
import { PIXEL_URL, TAG_MANAGER_URL } from "./policy/sources";
import { siteHeaders } from "./security-headers";

/*
 * The front end's configuration: read once, parsed once, on the server only. What a component in the
 * browser needs from it is passed as a prop. Every value has a default with which the demo runs.
 */

const schema = z.object({
  ...sharedVariables,
  CONTACT_MAIL: z.email().default("ciao@slancio.example"),
  TAX_NUMBER: z.string().min(1).default("00000000000"),
  SOCIAL_LINKEDIN_URL: z.url().default("https://www.linkedin.com/"),
  SOCIAL_INSTAGRAM_URL: z.url().default("https://www.instagram.com/"),
  SOCIAL_YOUTUBE_URL: z.url().default("https://www.youtube.com/"),
  /** The companies of the group, separated by semicolons, each with its address after it if it has one. */
  GROUP_COMPANIES: z.string().optional(),
  /** The two learner tracks of the Academy, at the external learning provider. */
  LEARNING_BUSINESS_URL: z.url().default("https://learning.example.org/impresa"),
  LEARNING_IMPACT_URL: z.url().default("https://learning.example.org/impatto"),
  /** Third parties that load only after consent; without an id they are off. */
  TAG_MANAGER_ID: z.string().min(1).optional(),
  TAG_MANAGER_URL: webAddress.default(TAG_MANAGER_URL),
  /** Further origins that the manager's tags speak to, separated by spaces. */
  TAG_HOSTS: z
    .string()
    .regex(/^(https?:\/\/[\w*.:-]+\s*)*$/)
    .optional(),
  PIXEL_ID: z.string().min(1).optional(),
  PIXEL_URL: webAddress.default(PIXEL_URL),
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
  WP_API_URL: webAddress.optional(),
  /** Seconds a separate back end may take to begin an answer. */
  WP_API_TIMEOUT: z.coerce.number().min(0.1).max(60).default(10),
  /** A WordPress for the content alone, when accounts and applications stay with the embedded back end. */
  CONTENT_API_URL: webAddress.optional(),
  /** Further hosts that serve this WordPress's pictures, separated by spaces: redirects are followed to them. */
  CONTENT_HOSTS: z
    .string()
    .regex(/^[\w.:-]+(?:\s+[\w.:-]+)*$/)
    .optional(),
  /** Seconds after which a page of content is rendered again in the background. */
  CONTENT_REVALIDATE: z.coerce.number().int().min(1).max(86_400).default(300),
  /** Seconds a separate WordPress may take for one response. */
  CONTENT_TIMEOUT: z.coerce.number().min(0.1).max(60).default(10),
  /** `preview`: a preview deployment; never indexed, marked as such, reachable under any host name. */
  SITE_ENV: z.enum(["production", "preview"]).default("production"),
  /** The collector that spans are sent to (OTLP over HTTP); without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_SERVICE_NAME: z.string().default("slancio"),
  /** Signs preview links; without it there are none. */
  PREVIEW_SECRET: z.string().min(32).optional(),
  /** Still, or already, valid where PREVIEW_SECRET is replaced. */
  PREVIEW_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** What a content system that says its texts have changed authenticates with; without it none may. */
  REVALIDATE_SECRET: z.string().min(32).optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  /** Only version 2 is supported; without it the forms say what is missing. */
  CAPTCHA_VERSION: z.string().optional(),
  /** 1: https for every name below the site's own, too. */
  HSTS_SUBDOMAINS: z.enum(["0", "1"]).default("0"),
  /** Steps that run before every page, by their names in middleware.ts, in this order. */
  MIDDLEWARE: z.string().default("guard,redirects,trailingSlash,locale"),
  /** How many processes serve this site over one database. */
  NODES: z.coerce.number().int().min(1).default(1),
  /** Seconds from being asked to stop until no connection is accepted any more. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /** Set by Next itself: what it is doing, and how. */
  NEXT_PHASE: z.string().optional(),
  NODE_ENV: z.string().optional(),
  /** Likewise: where this very process listens, once it does. */
  PORT: z.string().default("3000"),
  __NEXT_PRIVATE_ORIGIN: z.url().optional(),
  /** The criteria and their weights on paper: a path of this site or a full address. {locale} becomes it, en … */
  CRITERIA_PDF: z.string().min(1).default("/policy/criteria-{locale}.pdf"),
});

const read = readEnvironment(schema, process.env);

/**
 * Everything that is wrong with the site's variables. A process that has any ends as it starts
 * (lib/api/configuration.ts), so nothing is ever served with the defaults that take their place.
 */
export const siteProblems = read.problems;
const env = read.data ?? schema.parse({});
// A build starts nothing that could end: it must not keep pages made from defaults.
if (siteProblems.length > 0 && process.env.NEXT_PHASE === "phase-production-build") {
  throw new Error(`The configuration is wrong:\n  ${siteProblems.join("\n  ")}`);
}

/** A back end's URL, without a trailing slash or /wp-json; null for none. */
function backendOrigin(url: string | undefined): string | null {
  return url?.replace(/\/+$/, "").replace(/\/wp-json$/, "") ?? null;
}

/** The hosts pictures of the content may come from: its own, and those configured beside it. */
function contentHosts(url: string | null, further = ""): string[] {
  return [...(url ? [new URL(url).host] : []), ...further.split(/\s+/).filter(Boolean)];
}

/** "Uno https://uno.example; Due" as names and their addresses. */
function companiesIn(list = ""): { name: string; url: string | undefined }[] {
  const entries = list.split(";").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const url = /\shttps?:\/\/\S+$/.exec(entry)?.[0];
    return { name: entry.slice(0, entry.length - (url?.length ?? 0)), url: url?.trim() };
  });
}

/** An address in every language: {locale} becomes its code. */
function localized(pattern: string): Record<Language, string> {
  return perLanguage((language) => pattern.replace("{locale}", language));
}

/**
 * In no page: secrets, where and how a process runs, and the name of a folder whose content counts. What is here by
 * mistake shows a page of another site; what is missing draws every page of a build again.
 */
const UNSEEN = [
  "PREVIEW_SECRET",
  "PREVIEW_SECRET_PREVIOUS",
  "REVALIDATE_SECRET",
  "METRICS_TOKEN",
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

announceSite({
  configuration: JSON.stringify(Object.entries(env).filter(([name]) => !UNSEEN.includes(name))),
  content: (env.CONTENT_API_URL ?? env.WP_API_URL) ? null : env.CONTENT_DIR,
});

/** Everything of the site that is configuration. Never import it from a component of the browser. */
export const config = {
  /** Without a slash at the end. */
  siteUrl: env.SITE_URL,
  /** How many processes serve this site. */
  nodes: env.NODES,
  drainSeconds: env.DRAIN_SECONDS,
  /** Where this process itself listens. */
  ownAddress: env.__NEXT_PRIVATE_ORIGIN ?? `http://localhost:${env.PORT}`,
  /** The site is reached over https: cookies are Secure, answers say HSTS. */
  secure: env.SITE_URL.startsWith("https:"),
  /** On every response, beside those that no configuration changes. */
  siteHeaders: siteHeaders(env),
  /** A preview deployment (SITE_ENV): noindex on every response and a mark on every page. */
  isPreview: env.SITE_ENV === "preview",
  /** Names of the steps before every page; one that middleware.ts lacks is a configuration error. */
  middleware: env.MIDDLEWARE.split(",").map((name) => name.trim()),
  /** The header in which a proxy says where a visitor is; null without one. */
  placeHeader: env.PLACE_HEADER ?? null,
  /** A preview deployment also accepts the Host it was reached under as its origin. */
  acceptOwnHost: env.SITE_ENV === "preview",
  /** The URL of a separate back end's /wp-json; null for the embedded one. */
  backendUrl: backendOrigin(env.WP_API_URL),
  /** Milliseconds it may take to start a response. */
  backendTimeout: env.WP_API_TIMEOUT * 1000,
  content: {
    /** The URL of the content's /wp-json; null for the embedded content. */
    url: backendOrigin(env.CONTENT_API_URL ?? env.WP_API_URL),
    hosts: contentHosts(backendOrigin(env.CONTENT_API_URL ?? env.WP_API_URL), env.CONTENT_HOSTS),
    credentials: env.CONTENT_CREDENTIALS,
    /** Whether it is asked for Italian by name: a WordPress of its own, whose language plugin may else answer with all. */
    namesLanguage: env.CONTENT_API_URL !== undefined,
    folder: env.CONTENT_DIR,
    revalidate: env.CONTENT_REVALIDATE,
    timeout: env.CONTENT_TIMEOUT * 1000,
  },
  /** What a preview link may be signed with. */
  previewSecrets: [env.PREVIEW_SECRET, env.PREVIEW_SECRET_PREVIOUS].filter(
    (one) => one !== undefined,
  ),
  revalidateSecret: env.REVALIDATE_SECRET,
  metricsToken: env.METRICS_TOKEN,
  traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: env.OTEL_SERVICE_NAME },
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
  group: companiesIn(env.GROUP_COMPANIES),
  learning: { business: env.LEARNING_BUSINESS_URL, impact: env.LEARNING_IMPACT_URL },
  /** What may be loaded after consent; null where no id is configured. */
  thirdParties: {
    tagManager: env.TAG_MANAGER_ID ? { id: env.TAG_MANAGER_ID, url: env.TAG_MANAGER_URL } : null,
    pixel: env.PIXEL_ID ? { id: env.PIXEL_ID, url: env.PIXEL_URL } : null,
  },
  signIn: {
    googleClientId: env.GOOGLE_CLIENT_ID ?? null,
    facebookAppId: env.FACEBOOK_APP_ID ?? null,
  },
  /** What a form's captcha needs to know; null when it is off. `mail` is where to report trouble. */
  captcha: asksCaptcha(env)
    ? {
        siteKey: env.CAPTCHA_SITE_KEY ?? null,
        version: env.CAPTCHA_VERSION ?? null,
        mail: env.CONTACT_MAIL,
      }
    : null,
  /** What a page's response says about third parties; its path comes without language. */
  pagePolicy: (inline: Inline, path: string) => pagePolicy(inline, path, env),
  openerPolicy: (path: string) => openerPolicy(path, env),
  edition: { opensOn: env.EDITION_OPENS_ON, closesOn: env.EDITION_CLOSES_ON },
  /** Where old URLs redirect; all outside this site. */
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
} as const;
