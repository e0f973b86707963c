import { z } from "zod";
import { GRACE_MINUTES } from "@/contract/deadline";
import { TWO_PERSON_ACTIONS } from "@/contract/endpoint";
import { readEnvironment, sharedVariables, webAddress } from "@/contract/environment";
import { CONFIGURED_ROLES, type Role } from "@/contract/roles";

/** Bytes per megabyte, for settings in megabytes. */
export const MEGABYTE = 1024 * 1024;

/** Words separated by commas. */
const words = z
  .string()
  .default("")
  .transform((names) => names.split(",").flatMap((name) => name.trim() || []));

const schema = z.object({
  ...sharedVariables,
  /** URL of the PostgreSQL database. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /**
   * URL of the same database without a pooler: for LISTEN, for locks that outlast a transaction, and for work that keeps its
   * connection.
   */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** URL of the mail server. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Signs access tokens and derives successors of refresh tokens. At least 32 characters. */
  TOKEN_SECRET: z.string().min(32),
  /** Second secret that verifies but never signs, for use while TOKEN_SECRET is replaced. */
  TOKEN_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** Folder of unfinished uploads and accepted files. */
  FILES_DIR: z.string().default(".data/files"),
  /** Local folder of unfinished uploads; default: a subfolder of FILES_DIR. */
  UPLOADS_DIR: z.string().optional(),
  /** Bucket that stores accepted files instead of FILES_DIR; unset: no bucket. */
  S3_BUCKET: z.string().optional(),
  /** URL of any S3 server; default: Amazon's server of the region. */
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default("us-east-1"),
  /** Set both keys, or none to use the machine's role. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Prefix of every object's name. */
  S3_PREFIX: z.string().default(""),
  /** Whether the bucket is part of the path (1) or of the host name (0). */
  S3_PATH_STYLE: z.enum(["0", "1"]).optional(),
  /** Megabytes kept free on the uploads' disk, for the database and the logs. */
  FREE_RESERVE_MB: z.coerce.number().int().min(0).default(256),
  /** Maximum megabytes of one applicant's unfinished uploads. Beyond that, the oldest is deleted. */
  UNFINISHED_QUOTA_MB: z.coerce.number().int().min(100).default(500),
  /** Maximum megabytes of one application's files. Beyond that, files of earlier submissions are deleted. */
  KEPT_QUOTA_MB: z.coerce.number().int().min(0).default(2048),
  /** Folder that contains the backup folders. `npm run doctor` reports the age of the newest backup. */
  BACKUP_DIR: z.string().optional(),
  /** Sender of every mail: an address, or `Name <address>`. */
  MAIL_FROM: z.string().default("Slancio <ciao@slancio.example>"),
  /** DKIM selector of the mail server's key in the sender's domain. `npm run doctor` looks it up. */
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  /** Number of reverse proxies that append to X-Forwarded-For; 0: the header is ignored. */
  TRUSTED_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** Minutes after the deadline during which saves, uploads, and submissions are still accepted. */
  GRACE_MINUTES: z.coerce.number().min(0).max(1440).default(GRACE_MINUTES),
  /** Days between deactivating an account and erasing the person. The privacy policy says 12 months. */
  ERASE_AFTER_DAYS: z.coerce.number().int().min(0).max(3650).default(365),
  /** Plural names of roles, separated by commas, whose endpoints require a passkey or an authenticator app. */
  SECOND_FACTOR: words
    .pipe(z.array(z.enum(CONFIGURED_ROLES.map((role) => `${role}s` as const))))
    .transform((names) => names.map((name) => name.slice(0, -1) as Role)),
  /** Staff actions, separated by commas, that need a second person's approval. */
  SECOND_PERSON: words.pipe(z.array(z.enum(TWO_PERSON_ACTIONS))),
  /** Hours between a second-factor reset by staff and its effect, during which the owner can object. */
  SECOND_FACTOR_RESET_HOURS: z.coerce.number().min(0).max(720).default(72),
  /** Year of the current edition. Without it, the demo uses this year. */
  EDITION_YEAR: z.coerce.number().int().min(2000).max(2999).optional(),
  /** File for the demo's accounts and addresses, which the seed writes. Without it, nothing is written. */
  DEMO_FILE: z.string().optional(),
  /** Folder of the build, which also records the sources of the build. */
  NEXT_DIST_DIR: z.string().default(".next"),
  /** Page that shows every mail, when the launcher runs one. */
  MAILBOX_URL: webAddress.optional(),
  /** Path on this site or full URL of the whitepaper. {locale} becomes it or en. */
  WHITEPAPER_PDF: z.string().default("/policy/whitepaper-{locale}.pdf"),
  /** Issuer of Google's id_tokens. Its keys are found through /.well-known/openid-configuration. */
  GOOGLE_ISSUER_URL: webAddress.default("https://accounts.google.com"),
  /** Required with FACEBOOK_APP_ID, and only with it. */
  FACEBOOK_APP_SECRET: z.string().optional(),
  FACEBOOK_GRAPH_URL: webAddress.default("https://graph.facebook.com/v24.0"),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_VERIFY_URL: webAddress.default("https://www.google.com/recaptcha/api/siteverify"),
  /** Time limit in seconds for a response from Google, Facebook, or the captcha's provider. */
  PROVIDER_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(5),
  /** Where the back end listens when it runs as a separate process (backend/serve.ts). */
  BACKEND_HOST: z.string().default("127.0.0.1"),
  BACKEND_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  /** The addresses of the site's instances, separated by spaces; SITE_URL unless given. */
  SITE_INSTANCES: z
    .string()
    .optional()
    .transform((list) => list?.split(/\s+/).filter(Boolean))
    .pipe(z.array(webAddress).optional()),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

/** The schema with rules across settings. With Facebook's id alone, the site would show a button that always fails. */
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

/** Returns the secrets that verify signatures. The first one also signs. */
export function tokenSecrets(
  config: Pick<BackendConfig, "TOKEN_SECRET" | "TOKEN_SECRET_PREVIOUS">,
): readonly string[] {
  const { TOKEN_SECRET, TOKEN_SECRET_PREVIOUS } = config;
  return TOKEN_SECRET_PREVIOUS ? [TOKEN_SECRET, TOKEN_SECRET_PREVIOUS] : [TOKEN_SECRET];
}

/** Returns the database's direct URL, even if DATABASE_URL points to a pooler. */
export function directDatabase(
  config: Pick<BackendConfig, "DATABASE_URL" | "DATABASE_DIRECT_URL">,
): string {
  return config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
}

/** Reports whether a pooler can share a connection between transactions. */
export function isPooled(config: Pick<BackendConfig, "DATABASE_DIRECT_URL">): boolean {
  return config.DATABASE_DIRECT_URL !== undefined;
}

/** Returns all problems of the environment, one sentence each; an empty list if it is valid. */
export function configProblems(): readonly string[] {
  return readEnvironment(complete, process.env).problems;
}

/** Returns settings that are valid but probably unintended, one sentence each, for the operator. */
export function configWarnings({ SITE_URL, TRUSTED_HOPS }: BackendConfig): readonly string[] {
  if (TRUSTED_HOPS > 0 || !SITE_URL.startsWith("https:")) return [];
  return [
    "SITE_URL is https, so the site is behind a proxy, but TRUSTED_HOPS is 0: the site does not know its visitors’ addresses, and limits attempts only per account. Set TRUSTED_HOPS to the number of proxies that append to X-Forwarded-For.",
  ];
}

/**
 * Reads and validates the environment. Throws one error that lists all problems, so that the operator can fix them together.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): BackendConfig {
  const { data, problems } = readEnvironment(complete, env);
  if (data) return data;
  throw new Error(`The back end's configuration is wrong:\n  ${problems.join("\n  ")}`);
}
