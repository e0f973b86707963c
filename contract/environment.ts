import { z } from "zod";

/*
 * Reads the environment variables of site and back end, and defines the variables that both use. Variables of one
 * program only are in lib/config.ts or backend/config.ts.
 */

export const webAddress = z.url({ protocol: /^https?$/ });

export const sharedVariables = {
  /** Public address of the site, without a trailing slash. All links use it, also in emails. */
  SITE_URL: webAddress.default("http://localhost:3000").transform((url) => url.replace(/\/+$/, "")),
  /**
   * Name of the request header with the visitor's town, which the reverse proxy sets. If this variable is missing, the
   * product shows no town.
   */
  PLACE_HEADER: z
    .string()
    .regex(/^[\w-]+$/)
    .toLowerCase()
    .optional(),
  PROGRAMME_NAME: z.string().default("Slancio"),
  /** First and last day of the current call for applications, both included, as dates in Rome. */
  EDITION_OPENS_ON: z.iso.date().optional(),
  EDITION_CLOSES_ON: z.iso.date().optional(),
  /**
   * Token that Prometheus sends to read /api/metrics from any host. Without a token, only programs on the same host can
   * read the metrics, and only if SITE_URL is local.
   */
  METRICS_TOKEN: z.string().min(32).optional(),
  /** Secret that the site and the back end send each other if the back end runs as a separate process. */
  BACKEND_SECRET: z.string().min(32).optional(),
  /** Folder with the content files that the back end serves. */
  CONTENT_DIR: z.string().default("content"),
  /**
   * `user:application password` of a WordPress account that can read drafts. Requests for published content also send
   * these credentials, if WordPress requires authentication for all content.
   */
  CONTENT_CREDENTIALS: z.string().includes(":").optional(),
  /**
   * Privacy policy for accounts, newsletter, and whitepaper: a path of this site or a full address. `{locale}` is
   * replaced by the language, such as `en`.
   */
  WEB_PRIVACY_PDF: z.string().min(1).default("/policy/web-privacy-{locale}.pdf"),
  /** Privacy notice for the data in an application, in the format of WEB_PRIVACY_PDF. */
  PRIVACY_NOTICE_PDF: z.string().min(1).default("/policy/privacy-notice-{locale}.pdf"),
  /** Rules of the call, which applicants accept by sending an application, in the format of WEB_PRIVACY_PDF. */
  RULES_PDF: z.string().min(1).default("/policy/call-rules-{locale}.pdf"),
  /**
   * Client ids and keys of the sign-in providers. The site shows no button for a provider without client id and key.
   */
  GOOGLE_CLIENT_ID: z.string().optional(),
  FACEBOOK_APP_ID: z.string().optional(),
  /** Whether the forms for registration, password recovery, and whitepaper require a captcha. */
  CAPTCHA: z.enum(["0", "1", "off", "on"]).default("0"),
};

export function asksCaptcha({ CAPTCHA }: { CAPTCHA: string }): boolean {
  return CAPTCHA === "1" || CAPTCHA === "on";
}

/**
 * Returns a plain message for the most frequent configuration errors. Returns undefined to keep Zod's message.
 */
function sayProblem(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input, expected, format, origin, minimum, maximum } = issue;
  if (code === "invalid_type" && input === undefined) return "is missing";
  if (code === "invalid_type") return `must be a ${expected === "int" ? "whole " : ""}number`;
  if (code === "invalid_value") return `must be one of ${(issue.values as string[]).join(", ")}`;
  if (code === "too_small" && origin === "string") return `must have ${minimum} characters or more`;
  if (code === "too_small") return `must be ${minimum} or more`;
  if (code === "too_big") return `must be ${maximum} or less`;
  return code === "invalid_format" ? FORMATS[format as string] : undefined;
}

const FORMATS: Record<string, string> = {
  url: "must be a complete address, with a protocol that is allowed here",
  email: "must be an email address",
  date: "must be a day such as 2027-07-01",
  regex: "has a character that is not allowed here",
};

/**
 * Parses environment variables with a program's schema. Returns the values, or one sentence per error. An empty
 * variable counts as missing, because `.env` files cannot unset a variable.
 */
export function readEnvironment<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): { data: z.output<S> | undefined; problems: readonly string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const { data, error } = schema.safeParse(given, { error: sayProblem });
  const problems = error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
  return { data, problems: problems ?? [] };
}
