import { z } from "zod";
import { GRACE_MINUTES } from "@/contract/deadline";
import { ACTS_FOR_TWO } from "@/contract/endpoint";
import { readEnvironment, sharedVariables, webAddress } from "@/contract/environment";
import { CONFIGURED_ROLES, type Role } from "@/contract/roles";

/** Bytes of a megabyte in the settings that count in them. */
export const MEGABYTE = 1024 * 1024;

/** Words separated by commas. */
const words = z
  .string()
  .default("")
  .transform((names) => names.split(",").flatMap((name) => name.trim() || []));

const schema = z.object({
  ...sharedVariables,
  /** PostgreSQL server and database. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /**
   * The same database without a pooler in between: for LISTEN, locks that outlast a transaction, and work that
   * keeps a connection to itself.
   */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Mail server. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Signs access tokens and derives successors of refresh tokens; at least 32 characters. */
  TOKEN_SECRET: z.string().min(32),
  /** Still, or already, valid where TOKEN_SECRET is replaced: it checks, and signs nothing. */
  TOKEN_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** Where uploads and finished files are stored. */
  FILES_DIR: z.string().default(".data/files"),
  /** Where uploads under way are stored, on a disk of this machine; without it in FILES_DIR. */
  UPLOADS_DIR: z.string().optional(),
  /** The bucket that keeps finished files, in place of that folder; without it there is none. */
  S3_BUCKET: z.string().optional(),
  /** Any S3; without it Amazon's own in this region. */
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default("us-east-1"),
  /** Both, or neither: then the machine's role gives them. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** What every object's name begins with. */
  S3_PREFIX: z.string().default(""),
  /** Whether the bucket is part of the path (1) or of the host's name (0). */
  S3_PATH_STYLE: z.enum(["0", "1"]).optional(),
  /** Megabytes kept free on the uploads' disk, for the database and the logs. */
  FREE_RESERVE_MB: z.coerce.number().int().min(0).default(256),
  /** Megabytes of one applicant's unfinished uploads; beyond that the oldest is dropped. */
  UNFINISHED_QUOTA_MB: z.coerce.number().int().min(100).default(500),
  /** Megabytes of one application's files; beyond that those of earlier sent versions go. */
  KEPT_QUOTA_MB: z.coerce.number().int().min(0).default(2048),
  /** Where the backups' folders lie; `npm run doctor` tells how old the newest one is. */
  BACKUP_DIR: z.string().optional(),
  /** Sender of every mail: an address, or `Name <address>`. */
  MAIL_FROM: z.string().default("Slancio <ciao@slancio.example>"),
  /** Under which name the mail server’s DKIM key lies in that domain; `npm run doctor` looks for it. */
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  /** Proxies in front that append to X-Forwarded-For; 0 means the header is not believed at all. */
  TRUSTED_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** Minutes after the deadline during which saves, uploads and sends still count. */
  GRACE_MINUTES: z.coerce.number().min(0).max(1440).default(GRACE_MINUTES),
  /** Days between closing an account and erasing the person from it; the privacy policy says 12 months. */
  ERASE_AFTER_DAYS: z.coerce.number().int().min(0).max(3650).default(365),
  /** Roles, in the plural and separated by commas, whose endpoints ask for a passkey or an authenticator app. */
  SECOND_FACTOR: words
    .pipe(z.array(z.enum(CONFIGURED_ROLES.map((role) => `${role}s` as const))))
    .transform((names) => names.map((name) => name.slice(0, -1) as Role)),
  /** Acts, separated by commas, that one person proposes and another makes. */
  SECOND_PERSON: words.pipe(z.array(z.enum(ACTS_FOR_TWO))),
  /** Hours between staff asking to take a second factor off and its going, in which its owner can object. */
  SECOND_FACTOR_RESET_HOURS: z.coerce.number().min(0).max(720).default(72),
  /** The current edition; without a year the demo's is this year's. */
  EDITION_YEAR: z.coerce.number().int().min(2000).max(2999).optional(),
  /** Where the seed writes the demo's accounts and addresses; nothing is written without it. */
  DEMO_FILE: z.string().optional(),
  /** The folder of the build, where what it was built from is written down. */
  NEXT_DIST_DIR: z.string().default(".next"),
  /** The page that shows every mail, when the launcher runs one. */
  MAILBOX_URL: webAddress.optional(),
  /** The whitepaper: a path of this site or a full address; {locale} becomes it or en. */
  WHITEPAPER_PDF: z.string().default("/policy/whitepaper-{locale}.pdf"),
  /** Who signs Google's id_tokens; its keys are found through /.well-known/openid-configuration. */
  GOOGLE_ISSUER_URL: webAddress.default("https://accounts.google.com"),
  /** Goes with FACEBOOK_APP_ID: both or none. */
  FACEBOOK_APP_SECRET: z.string().optional(),
  FACEBOOK_GRAPH_URL: webAddress.default("https://graph.facebook.com/v24.0"),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_VERIFY_URL: webAddress.default("https://www.google.com/recaptcha/api/siteverify"),
  /** Seconds that Google, Facebook and the captcha's provider have for an answer. */
  PROVIDER_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(5),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

/** Facebook's id alone would show a button behind which every sign-in fails. */
const complete = schema
  .refine((env) => !env.FACEBOOK_APP_ID === !env.FACEBOOK_APP_SECRET, {
    error: "FACEBOOK_APP_ID and FACEBOOK_APP_SECRET come together",
    path: ["FACEBOOK_APP_SECRET"],
  })
  .refine((env) => !env.S3_ACCESS_KEY_ID === !env.S3_SECRET_ACCESS_KEY, {
    error: "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY come together",
    path: ["S3_SECRET_ACCESS_KEY"],
  });

export type BackendConfig = z.output<typeof schema>;

/** The secrets that what was signed may be checked with; the first one signs. */
export function tokenSecrets(
  config: Pick<BackendConfig, "TOKEN_SECRET" | "TOKEN_SECRET_PREVIOUS">,
): readonly string[] {
  const { TOKEN_SECRET, TOKEN_SECRET_PREVIOUS } = config;
  return TOKEN_SECRET_PREVIOUS ? [TOKEN_SECRET, TOKEN_SECRET_PREVIOUS] : [TOKEN_SECRET];
}

/** Where the database answers itself, whatever pooler DATABASE_URL names. */
export function directDatabase(
  config: Pick<BackendConfig, "DATABASE_URL" | "DATABASE_DIRECT_URL">,
): string {
  return config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
}

/** Whether a pooler may give a connection to others between two transactions. */
export function isPooled(config: Pick<BackendConfig, "DATABASE_DIRECT_URL">): boolean {
  return config.DATABASE_DIRECT_URL !== undefined;
}

/** Everything that is wrong with the environment, one sentence each; none when it is right. */
export function configProblems(): readonly string[] {
  return readEnvironment(complete, process.env).problems;
}

/** What is allowed but hardly meant, one sentence each, for whoever starts the site. */
export function configWarnings({ SITE_URL, TRUSTED_HOPS }: BackendConfig): readonly string[] {
  if (TRUSTED_HOPS > 0 || !SITE_URL.startsWith("https:")) return [];
  return [
    "SITE_URL is https, so a proxy is in front, but TRUSTED_HOPS is 0: the site cannot tell its callers apart, and limits attempts per account only. Set TRUSTED_HOPS to the number of proxies that append to X-Forwarded-For.",
  ];
}

/**
 * Reads and checks the environment once. Throws one error that lists everything that is wrong,
 * so that a person can fix it in one go.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): BackendConfig {
  const { data, problems } = readEnvironment(complete, env);
  if (data) return data;
  throw new Error(`The back end's configuration is wrong:\n  ${problems.join("\n  ")}`);
}
