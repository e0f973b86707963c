import { z } from "zod";

/*
 * How both programs read their environment, and the variables that both read. What one alone reads
 * stands in its own lib/config.ts or backend/config.ts.
 */

/** An address on the web. */
export const webAddress = z.url({ protocol: /^https?$/ });

export const sharedVariables = {
  /** Where the site is reached; links, in mails too, are made from this alone. No trailing slash. */
  SITE_URL: webAddress.default("http://localhost:3000").transform((url) => url.replace(/\/+$/, "")),
  /** A header in which the proxy in front says where a visitor is, in words (a town); without it nobody is told. */
  PLACE_HEADER: z
    .string()
    .regex(/^[\w-]+$/)
    .toLowerCase()
    .optional(),
  PROGRAMME_NAME: z.string().default("Slancio"),
  /** First and last day of the current call, Rome dates, both included. */
  EDITION_OPENS_ON: z.iso.date().optional(),
  EDITION_CLOSES_ON: z.iso.date().optional(),
  /** With it Prometheus may ask /api/metrics from anywhere; without it only on this machine, if SITE_URL is this machine. */
  METRICS_TOKEN: z.string().min(32).optional(),
  /** The folder of the embedded content. */
  CONTENT_DIR: z.string().default("content"),
  /** `user:application password` that may read drafts; without it nobody may. */
  CONTENT_CREDENTIALS: z.string().includes(":").optional(),
  /** The web privacy policy, which applies to accounts, newsletter and whitepaper: a path of this site or a full address. {locale} becomes it, en … */
  WEB_PRIVACY_PDF: z.string().min(1).default("/policy/web-privacy-{locale}.pdf"),
  /** The notice for applicants, which applies to the data in an application; likewise. */
  PRIVACY_NOTICE_PDF: z.string().min(1).default("/policy/privacy-notice-{locale}.pdf"),
  /** The rules of the call that an applicant accepts by sending; likewise. */
  RULES_PDF: z.string().min(1).default("/policy/call-rules-{locale}.pdf"),
  /** Sign-in through a provider: without its key there is none, and no button. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  FACEBOOK_APP_ID: z.string().optional(),
  /** Whether registration, recovery and whitepaper ask to prove that one is no robot. */
  CAPTCHA: z.enum(["0", "1", "off", "on"]).default("0"),
};

/** Whether the forms have a captcha. */
export function asksCaptcha({ CAPTCHA }: { CAPTCHA: string }): boolean {
  return CAPTCHA === "1" || CAPTCHA === "on";
}

/** How zod says that a variable is not there. */
const MISSING = /^Invalid input: expected .*, received undefined$/;

/**
 * An environment by a program's schema: its values, or one sentence for each thing that is wrong. An
 * empty variable is a missing one: `.env` files cannot unset, only leave empty.
 */
export function readEnvironment<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): { data: z.output<S> | undefined; problems: readonly string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const { data, error } = schema.safeParse(given);
  const problems = error?.issues.map(
    ({ path, message }) => `${path.join(".")}: ${message.replace(MISSING, "is missing")}`,
  );
  return { data, problems: problems ?? [] };
}
