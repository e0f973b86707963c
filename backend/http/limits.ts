import type { Limit } from "../http/rate-limit";
import { hashToken } from "./tokens";

const HOUR = 3600;
const QUARTER = 900;

/**
 * How often an account may be tried or written to. The first five are CONTRACT.md's ground rules;
 * the others are far above honest use and only bound what a runaway program or a thief can do.
 */
const PER_ACCOUNT = {
  login: { max: 10, seconds: QUARTER },
  /** The current password, asked again inside a session. */
  password: { max: 10, seconds: QUARTER },
  /** Mails after a registration with a known address. */
  register: { max: 5, seconds: HOUR },
  resend: { max: 5, seconds: HOUR },
  recovery: { max: 5, seconds: HOUR },
  /** Renewals of a session: a browser needs four an hour, and a storm of tabs must not fail. */
  refresh: { max: 600, seconds: QUARTER },
  /** Whitepapers to one address. */
  whitepaper: { max: 5, seconds: HOUR },
  /** Uploads begun by one applicant; an application has four files. */
  upload: { max: 600, seconds: HOUR },
  /** Sign-ins that a provider has confirmed: nobody else can use up a person's. */
  sso: { max: 30, seconds: QUARTER },
} as const;

/** How often one caller's address may. */
const PER_ADDRESS = {
  login: { max: 100, seconds: QUARTER },
  register: { max: 100, seconds: HOUR },
  resend: { max: 50, seconds: HOUR },
  recovery: { max: 50, seconds: HOUR },
  /** Refresh tokens that are none. Good ones are not counted here: nobody is locked out by others. */
  refresh: { max: 300, seconds: QUARTER },
  /** Refused provider tokens: each costs a question to the provider. Good ones lock nobody out. */
  sso: { max: 100, seconds: QUARTER },
  whitepaper: { max: 100, seconds: HOUR },
  /** Far above what a full room behind one address begins in the last hour. */
  upload: { max: 5000, seconds: HOUR },
} as const;

/** The limit of one account, known or not; only a hash of it is kept. */
export function accountLimit(kind: keyof typeof PER_ACCOUNT, account: string): Limit {
  return { key: `${kind}:account:${hashToken(account)}`, ...PER_ACCOUNT[kind] };
}

/** The limit of one caller's address. */
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string): Limit {
  return { key: `${kind}:address:${hashToken(address)}`, ...PER_ADDRESS[kind] };
}
