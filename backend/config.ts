import { z } from "zod";
import { GRACE_MINUTES } from "@/contract/deadline";
import { TWO_PERSON_ACTIONS } from "@/contract/endpoint";
import { readEnvironment, sharedVariables, webAddress } from "@/contract/environment";
import { CONFIGURED_ROLES, type Role } from "@/contract/roles";

export const MEGABYTE = 1024 * 1024;

/** Parses a setting that contains words separated by commas. */
const words = z
  .string()
  .default("")
  .transform((names) => names.split(",").flatMap((name) => name.trim() || []));

const schema = z.object({
  ...sharedVariables,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /**
   * URL of DATABASE_URL's database that bypasses the connection pooler. LISTEN, locks that outlast a transaction, and
   * work that must stay on one connection need this URL.
   */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Secret of at least 32 characters that signs access tokens and derives successors of refresh tokens. */
  TOKEN_SECRET: z.string().min(32),
  /** Former TOKEN_SECRET, which verifies but never signs. Set it while TOKEN_SECRET is replaced. */
  TOKEN_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** Folder of accepted files and, by default, of unfinished uploads. */
  FILES_DIR: z.string().default(".data/files"),
  /** Local folder of unfinished uploads; default: a subfolder of FILES_DIR. */
  UPLOADS_DIR: z.string().optional(),
  /** Name of the S3 bucket that stores accepted files instead of FILES_DIR. If unset, no bucket is used. */
  S3_BUCKET: z.string().optional(),
  /** URL of an S3 server. The default is Amazon's server of the region. */
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default("us-east-1"),
  /** S3 access key. Set the id and the secret, or neither to use the machine's role. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Prefix of the names of all objects in the S3 bucket. */
  S3_PREFIX: z.string().default(""),
  /** Whether S3 URLs contain the bucket in the path (1) or in the host name (0). */
  S3_PATH_STYLE: z.enum(["0", "1"]).optional(),
  /** Megabytes that uploads leave free on their disk, for the database and the logs. */
  FREE_RESERVE_MB: z.coerce.number().int().min(0).default(256),
  /** Maximum megabytes of one applicant's unfinished uploads. Above this limit, the oldest upload is deleted. */
  UNFINISHED_QUOTA_MB: z.coerce.number().int().min(100).default(500),
  /** Maximum megabytes of one application's files. Above this limit, files of earlier submissions are deleted. */
  KEPT_QUOTA_MB: z.coerce.number().int().min(0).default(2048),
  /** Folder that contains the backup folders. `npm run doctor` reports the age of the newest backup. */
  BACKUP_DIR: z.string().optional(),
  /** Sender of every mail: an address, or `Name <address>`. */
  MAIL_FROM: z.string().default("Slancio <ciao@slancio.example>"),
  /** DKIM selector of the mail server's key in the sender's domain. `npm run doctor` looks the key up in DNS. */
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  /** Number of reverse proxies that append to X-Forwarded-For. With 0, the header is ignored. */
  TRUSTED_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** Minutes after the deadline during which saves, uploads, and submissions are still accepted. */
  GRACE_MINUTES: z.coerce.number().min(0).max(1440).default(GRACE_MINUTES),
  /** Days between deactivating an account and erasing the person. The privacy policy says 12 months. */
  ERASE_AFTER_DAYS: z.coerce.number().int().min(0).max(3650).default(365),
  /** Roles whose endpoints require a passkey or an authenticator app: plural names, separated by commas. */
  SECOND_FACTOR: words
    .pipe(z.array(z.enum(CONFIGURED_ROLES.map((role) => `${role}s` as const))))
    .transform((names) => names.map((name) => name.slice(0, -1) as Role)),
  /** Staff actions that need a second person's approval, separated by commas. */
  SECOND_PERSON: words.pipe(z.array(z.enum(TWO_PERSON_ACTIONS))),
  /**
   * Hours after staff request a second-factor reset until the reset takes effect. Meanwhile, the account's owner can
   * object.
   */
  SECOND_FACTOR_RESET_HOURS: z.coerce.number().min(0).max(720).default(72),
  /** Year of the current edition. Without this setting, the demo uses the calendar year. */
  EDITION_YEAR: z.coerce.number().int().min(2000).max(2999).optional(),
  /**
   * JSON file to which the seed writes the demo's accounts and the URLs of the site, the API, and the mailbox. Without
   * this setting, the seed writes no file.
   */
  DEMO_FILE: z.string().optional(),
  /** Folder of the Next.js build. The build's file `built-from` contains the hash of the sources. */
  NEXT_DIST_DIR: z.string().default(".next"),
  /** URL of the page that shows every mail, when the launcher runs a local mailbox. */
  MAILBOX_URL: webAddress.optional(),
  /** Path on this site or full URL of the whitepaper. {locale} becomes `it` or `en`. */
  WHITEPAPER_PDF: z.string().default("/policy/whitepaper-{locale}.pdf"),
  /** Issuer of Google's id_tokens. Google's keys are found through /.well-known/openid-configuration. */
  GOOGLE_ISSUER_URL: webAddress.default("https://accounts.google.com"),
  /** Secret of the Facebook app. Set both FACEBOOK_APP_SECRET and FACEBOOK_APP_ID, or neither. */
  FACEBOOK_APP_SECRET: z.string().optional(),
  FACEBOOK_GRAPH_URL: webAddress.default("https://graph.facebook.com/v24.0"),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_VERIFY_URL: webAddress.default("https://www.google.com/recaptcha/api/siteverify"),
  /** Time limit in seconds for a response from Google, Facebook, or the captcha provider. */
  PROVIDER_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(5),
  /** Host on which the back end listens when it runs as a separate process (backend/serve.ts). */
  BACKEND_HOST: z.string().default("127.0.0.1"),
  BACKEND_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  /**
   * URLs of the site's instances, separated by spaces. A separate back end sends page invalidations to each instance.
   * The default is SITE_URL.
   */
  SITE_INSTANCES: z
    .string()
    .optional()
    .transform((list) => list?.split(/\s+/).filter(Boolean))
    .pipe(z.array(webAddress).optional()),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

/**
 * The schema of all settings, with rules for settings that belong together. For example, if only FACEBOOK_APP_ID were
 * set, the site would show a Facebook button that always fails.
 */
const complete = schema
  .refine((env) => !env.FACEBOOK_APP_ID === !env.FACEBOOK_APP_SECRET, {
    error: "FACEBOOK_APP_ID and FACEBOOK_APP_SECRET must both be set, or neither",
    path: ["FACEBOOK_APP_SECRET"],
  })
  .refine((env) => !env.S3_ACCESS_KEY_ID === !env.S3_SECRET_ACCESS_KEY, {
    error: "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or neither",
    path: ["S3_SECRET_ACCESS_KEY"],
  });

export type BackendConfig = z.output<typeof schema>;

/** Returns the secrets that verify token signatures. Only the first secret also signs. */
export function tokenSecrets(
  config: Pick<BackendConfig, "TOKEN_SECRET" | "TOKEN_SECRET_PREVIOUS">,
): readonly string[] {
  const { TOKEN_SECRET, TOKEN_SECRET_PREVIOUS } = config;
  return TOKEN_SECRET_PREVIOUS ? [TOKEN_SECRET, TOKEN_SECRET_PREVIOUS] : [TOKEN_SECRET];
}

/** Returns the database's direct URL, even if DATABASE_URL points to a connection pooler. */
export function directDatabase(
  config: Pick<BackendConfig, "DATABASE_URL" | "DATABASE_DIRECT_URL">,
): string {
  return config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
}

/** Reports whether DATABASE_URL leads to a connection pooler. Operators set DATABASE_DIRECT_URL only in this case. */
export function isPooled(config: Pick<BackendConfig, "DATABASE_DIRECT_URL">): boolean {
  return config.DATABASE_DIRECT_URL !== undefined;
}

/**
 * Returns all problems of the environment variables, one sentence each. Returns an empty list if the environment is
 * valid.
 */
export function configProblems(): readonly string[] {
  return readEnvironment(complete, process.env).problems;
}

/** Returns a sentence for each setting that is valid but probably a mistake, for the operator. */
export function configWarnings({ SITE_URL, TRUSTED_HOPS }: BackendConfig): readonly string[] {
  if (TRUSTED_HOPS > 0 || !SITE_URL.startsWith("https:")) return [];
  return [
    "SITE_URL is https, so the site is behind a proxy, but TRUSTED_HOPS is 0: the site does not know its visitors’ addresses, and limits attempts only per account. Set TRUSTED_HOPS to the number of proxies that append to X-Forwarded-For.",
  ];
}

/**
 * Reads and validates the environment variables. Throws one error that lists all problems, so that the operator can fix
 * them together.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): BackendConfig {
  const { data, problems } = readEnvironment(complete, env);
  if (data) return data;
  throw new Error(`The back end's configuration is wrong:\n  ${problems.join("\n  ")}`);
}
