import { z } from "zod";

/** How zod says that a variable is not there. */
const MISSING = /^Invalid input: expected .*, received undefined$/;

const schema = z.object({
  /** PostgreSQL server and database. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Mail server. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The site's public origin: the only source of links in mails. No trailing slash. */
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    .default("http://localhost:3000")
    .transform((url) => url.replace(/\/+$/, "")),
  /** Signs access tokens and derives successors of refresh tokens; at least 32 characters. */
  TOKEN_SECRET: z.string().min(32),
  /** Where uploads and finished files lie. */
  FILES_DIR: z.string().default(".data/files"),
  /** Sender of every mail: an address, or `Name <address>`. */
  MAIL_FROM: z.string().default("Slancio <ciao@slancio.example>"),
  PROGRAMME_NAME: z.string().default("Slancio"),
  /** Proxies in front that append to X-Forwarded-For; 0 means the header is not believed at all. */
  TRUSTED_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** Minutes after the deadline in which saves, uploads and sends still count. */
  GRACE_MINUTES: z.coerce.number().min(0).max(1440).default(15),
  /** Days between closing an account and taking the person out of it; the privacy policy says 12 months. */
  ERASE_AFTER_DAYS: z.coerce.number().int().min(0).max(3650).default(365),
  /** The current edition; without a year the demo's is this year's. */
  EDITION_YEAR: z.coerce.number().int().min(2000).max(2999).optional(),
  /** First and last day of applications, Rome dates, both included. */
  EDITION_OPENS_ON: z.iso.date().optional(),
  EDITION_CLOSES_ON: z.iso.date().optional(),
  /** Where the seed writes the demo's accounts and addresses; nothing is written without it. */
  DEMO_FILE: z.string().optional(),
  /** The page that shows every mail, when the launcher runs one. */
  MAILBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** What the site asks of who tells it that dates or texts have changed. */
  REVALIDATE_SECRET: z.string().min(32).optional(),
  /** The folder of the Markdown content. */
  CONTENT_DIR: z.string().default("content"),
  /** `user:application password` that may read drafts; without it nobody may. */
  CONTENT_CREDENTIALS: z.string().includes(":").optional(),
  /** The whitepaper: a path of this site or a full address; {locale} becomes it or en. */
  WHITEPAPER_PDF: z.string().min(1).default("/policy/whitepaper-{locale}.pdf"),
  /** The privacy notice people accept: a path of this site or a full address; {locale} becomes it or en. */
  PRIVACY_NOTICE_PDF: z.string().min(1).default("/policy/privacy-notice-{locale}.pdf"),
  /** Sign-in with Google: the OAuth client's id; without it there is none. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  /** Who signs Google's id_tokens; its keys are found through /.well-known/openid-configuration. */
  GOOGLE_ISSUER_URL: z.url({ protocol: /^https?$/ }).default("https://accounts.google.com"),
  /** Sign-in with Facebook: the app's id and secret, both or none. */
  FACEBOOK_APP_ID: z.string().optional(),
  FACEBOOK_APP_SECRET: z.string().optional(),
  FACEBOOK_GRAPH_URL: z.url({ protocol: /^https?$/ }).default("https://graph.facebook.com/v24.0"),
  /** Whether registration, recovery and whitepaper ask to prove that one is no robot. */
  CAPTCHA: z.enum(["0", "1", "off", "on"]).default("0"),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_VERIFY_URL: z
    .url({ protocol: /^https?$/ })
    .default("https://www.google.com/recaptcha/api/siteverify"),
  /** Seconds that Google, Facebook and the captcha's provider have for an answer. */
  PROVIDER_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(5),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

/** Facebook's id alone would show a button behind which every sign-in fails. */
const complete = schema.refine((env) => !env.FACEBOOK_APP_ID === !env.FACEBOOK_APP_SECRET, {
  error: "FACEBOOK_APP_ID and FACEBOOK_APP_SECRET come together",
  path: ["FACEBOOK_APP_SECRET"],
});

export type BackendConfig = z.output<typeof schema>;

function parse(env: Record<string, string | undefined>) {
  // An empty value in .env means "not set".
  return complete.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
}

/** Everything that is wrong with the environment, one sentence each; none when it is right. */
export function configProblems(env: Record<string, string | undefined> = process.env): string[] {
  const { error } = parse(env);
  return (
    error?.issues.map(
      ({ path, message }) => `${path.join(".")}: ${message.replace(MISSING, "is missing")}`,
    ) ?? []
  );
}

/**
 * Reads and checks the environment once. Throws one error that lists everything that is wrong,
 * so that a person can mend it in one go.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): BackendConfig {
  const { data } = parse(env);
  if (data) return data;
  throw new Error(`The back end's configuration is wrong:\n  ${configProblems(env).join("\n  ")}`);
}
