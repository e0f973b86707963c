import { HEAVY_FILES_PER_HOUR, SENDS_PER_HOUR, UPLOAD_GIGABYTES_PER_DAY } from "@/contract/limits";
import { hashToken } from "../db/hash-token";
import type { Limit } from "./rate-limit";

const DAY = 86_400;
const HOUR = 3600;
const QUARTER = 900;

/**
 * Limits per account. The first five are agreed (rule account.limits). The others are far above honest use; they only stop
 * runaway programs and attackers.
 */
const PER_ACCOUNT = {
  login: { max: 10, seconds: QUARTER },
  /** Checks of the current password within a session. */
  password: { max: 10, seconds: QUARTER },
  /** Mails after a registration with a known address, or to the new address of an account. */
  register: { max: 5, seconds: HOUR },
  /** Address changes requested by one account. */
  email: { max: 5, seconds: HOUR },
  resend: { max: 5, seconds: HOUR },
  recovery: { max: 5, seconds: HOUR },
  /** Session refreshes. A browser needs four an hour, and a burst from many tabs must not fail. */
  refresh: { max: 600, seconds: QUARTER },
  /** Whitepaper requests for one address. */
  whitepaper: { max: 5, seconds: HOUR },
  /** Test mails of a letter or a decision that staff send to themselves. */
  mail_test: { max: 30, seconds: HOUR },
  /** Uploads started by one applicant. An application has four files. */
  upload: { max: 600, seconds: HOUR },
  /** Megabytes of uploads per applicant. */
  upload_megabytes: { max: UPLOAD_GIGABYTES_PER_DAY * 1024, seconds: DAY, code: "upload_quota" },
  /** Files whose check took too much work. A typical file needs a tenth of the allowed work. */
  heavy_file: { max: HEAVY_FILES_PER_HOUR, seconds: HOUR, code: "too_many_heavy_files" },
  /** New submissions. Each creates a receipt, a mail, and stored files. */
  send: { max: SENDS_PER_HOUR, seconds: HOUR, code: "too_many_sends" },
  /** Passkeys that one account starts to add. */
  passkey: { max: 30, seconds: HOUR },
  /** Passkey challenges for re-authentication. Counted per session, so that a stolen session does not block another one. */
  proof: { max: 60, seconds: QUARTER },
  /** Second-factor codes, including correct ones until one opens the account. Three of a million codes are valid at a time. */
  code: { max: 10, seconds: QUARTER },
  code_day: { max: 50, seconds: DAY },
  /** Sign-ins that a provider has confirmed. Only the account's owner can reach this limit, so it locks out no other person. */
  sso: { max: 30, seconds: QUARTER },
} as const;

/** Limits per client address. */
const PER_ADDRESS = {
  login: { max: 100, seconds: QUARTER },
  register: { max: 100, seconds: HOUR },
  resend: { max: 50, seconds: HOUR },
  recovery: { max: 50, seconds: HOUR },
  /** Invalid refresh tokens. Valid ones do not count, so other clients cannot lock a user out. */
  refresh: { max: 300, seconds: QUARTER },
  /** Refused provider tokens, because each costs a request to the provider. Valid ones do not count. */
  sso: { max: 100, seconds: QUARTER },
  /** Sign-in challenges. The login page requests one when it opens and again every few minutes. */
  passkey: { max: 600, seconds: QUARTER },
  whitepaper: { max: 100, seconds: HOUR },
  /** Uploads started from one address: far more than an office behind one address starts in the last hour. */
  upload: { max: 5000, seconds: HOUR },
} as const;

/** Returns the limit for one account, known or not. Only a hash of the account is stored. */
export function accountLimit(kind: keyof typeof PER_ACCOUNT, account: string): Limit {
  return { key: `${kind}:account:${hashToken(account)}`, ...PER_ACCOUNT[kind] };
}

/** Returns the limit for one client address; null for an unknown address. */
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string): Limit;
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string | null): Limit | null;
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string | null): Limit | null {
  if (address === null) return null;
  return { key: `${kind}:address:${hashToken(address)}`, ...PER_ADDRESS[kind] };
}
