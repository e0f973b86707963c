import { HEAVY_FILES_PER_HOUR, SENDS_PER_HOUR, UPLOAD_GIGABYTES_PER_DAY } from "@/contract/limits";
import { hashToken } from "../db/hash-token";
import type { Limit } from "./rate-limit";

const DAY = 86_400;
const HOUR = 3600;
const QUARTER = 900;

/**
 * How often an account may be tried or written to. The first five are agreed (rule
 * account.limits); the others are far above honest use and only bound what a runaway program or a thief can do.
 */
const PER_ACCOUNT = {
  login: { max: 10, seconds: QUARTER },
  /** The current password, asked again inside a session. */
  password: { max: 10, seconds: QUARTER },
  /** Mails after a registration with a known address, or to one that an account asks to move to. */
  register: { max: 5, seconds: HOUR },
  /** Other addresses that one account asks for. */
  email: { max: 5, seconds: HOUR },
  resend: { max: 5, seconds: HOUR },
  recovery: { max: 5, seconds: HOUR },
  /** Session refreshes: a browser needs four an hour, and a burst from many tabs must not fail. */
  refresh: { max: 600, seconds: QUARTER },
  /** Whitepapers to one address. */
  whitepaper: { max: 5, seconds: HOUR },
  /** Tests that staff mail to themselves: of a letter, or of a decision. */
  mail_test: { max: 30, seconds: HOUR },
  /** Uploads started by one applicant; an application has four files. */
  upload: { max: 600, seconds: HOUR },
  /** Megabytes of those uploads. */
  upload_megabytes: { max: UPLOAD_GIGABYTES_PER_DAY * 1024, seconds: DAY, code: "upload_quota" },
  /** Files whose check took too much work: ordinary ones take a tenth of what is allowed. */
  heavy_file: { max: HEAVY_FILES_PER_HOUR, seconds: HOUR, code: "too_many_heavy_files" },
  /** New versions sent: each has a receipt, a mail, and files that are kept. */
  send: { max: SENDS_PER_HOUR, seconds: HOUR, code: "too_many_sends" },
  /** Passkeys that one account asks to add. */
  passkey: { max: 30, seconds: HOUR },
  /** Challenges to prove by passkey who is there: of one session, so that a stolen one locks nobody out of another. */
  proof: { max: 60, seconds: QUARTER },
  /** Codes of a second factor, right ones too until one opens the account: three of a million are right at a time. */
  code: { max: 10, seconds: QUARTER },
  code_day: { max: 50, seconds: DAY },
  /** Sign-ins that a provider has confirmed: nobody else can use up a person's. */
  sso: { max: 30, seconds: QUARTER },
} as const;

/** Limits per client address. */
const PER_ADDRESS = {
  login: { max: 100, seconds: QUARTER },
  register: { max: 100, seconds: HOUR },
  resend: { max: 50, seconds: HOUR },
  recovery: { max: 50, seconds: HOUR },
  /** Invalid refresh tokens. Valid ones are not counted here: nobody is locked out by others. */
  refresh: { max: 300, seconds: QUARTER },
  /** Refused provider tokens: each costs a request to the provider. Valid ones lock nobody out. */
  sso: { max: 100, seconds: QUARTER },
  /** Challenges for a sign-in: the login page asks for one when it is opened, and again every few minutes. */
  passkey: { max: 600, seconds: QUARTER },
  whitepaper: { max: 100, seconds: HOUR },
  /** Far above what a full room behind one address starts in the last hour. */
  upload: { max: 5000, seconds: HOUR },
} as const;

/** The limit for one account, known or not; only a hash of it is stored. */
export function accountLimit(kind: keyof typeof PER_ACCOUNT, account: string): Limit {
  return { key: `${kind}:account:${hashToken(account)}`, ...PER_ACCOUNT[kind] };
}

/** The limit for one client address; none for one that is not known. */
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string): Limit;
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string | null): Limit | null;
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string | null): Limit | null {
  if (address === null) return null;
  return { key: `${kind}:address:${hashToken(address)}`, ...PER_ADDRESS[kind] };
}
