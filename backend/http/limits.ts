import { HEAVY_FILES_PER_HOUR, SENDS_PER_HOUR, UPLOAD_GIGABYTES_PER_DAY } from "@/contract/limits";
import { hashToken } from "../db/hash-token";
import type { Limit } from "./rate-limit";

const DAY = 86_400;
const HOUR = 3600;
const QUARTER = 900;

/**
 * Rate limits per account. The programme has agreed to the limits on sign-ins and on emails (rule account.limits). All
 * other limits are far above honest use, and only stop runaway programs and attackers.
 */
const PER_ACCOUNT = {
  login: { max: 10, seconds: QUARTER },
  /** Limit on attempts to confirm an account's current password while the user is signed in. */
  password: { max: 10, seconds: QUARTER },
  /** Limit on mails that registrations and address changes cause for one email address. */
  register: { max: 5, seconds: HOUR },
  /** Limit on address changes that one account requests. */
  email: { max: 5, seconds: HOUR },
  resend: { max: 5, seconds: HOUR },
  recovery: { max: 5, seconds: HOUR },
  /**
   * Limit on session refreshes. A browser needs four an hour, and many refreshes at once from many tabs must not fail.
   */
  refresh: { max: 600, seconds: QUARTER },
  /** Limit on whitepaper requests for one email address. */
  whitepaper: { max: 5, seconds: HOUR },
  /**
   * Limit on test mails that a staff member sends of a letter (bulk email) or of a decision mail.
   */
  mail_test: { max: 30, seconds: HOUR },
  /** Limit on uploads that one applicant starts. An application has four files. */
  upload: { max: 600, seconds: HOUR },
  upload_megabytes: { max: UPLOAD_GIGABYTES_PER_DAY * 1024, seconds: DAY, code: "upload_quota" },
  /**
   * Limit on one applicant's files whose check took too much CPU time or memory. The check of a typical file needs a
   * tenth of the allowed CPU time.
   */
  heavy_file: { max: HEAVY_FILES_PER_HOUR, seconds: HOUR, code: "too_many_heavy_files" },
  /** Limit on new submissions. Each submission creates a receipt, a mail, and stored files. */
  send: { max: SENDS_PER_HOUR, seconds: HOUR, code: "too_many_sends" },
  /** Limit on passkeys that one account starts to add. */
  passkey: { max: 30, seconds: HOUR },
  /**
   * Limit on passkey challenges for re-authentication. The limit counts per session, so that a stolen session does not
   * block the owner's session.
   */
  proof: { max: 60, seconds: QUARTER },
  /**
   * Limit on attempts with second-factor codes, counted for each account and each session or known browser. A
   * successful sign-in or re-authentication with a code resets the count. Of a million possible codes, three are valid
   * at a time.
   */
  code: { max: 10, seconds: QUARTER },
  code_day: { max: 50, seconds: DAY },
  /**
   * Limit on sign-ins that an external sign-in provider has confirmed for the account. Only the account's owner can
   * reach this limit, so no other person can lock the owner out.
   */
  sso: { max: 30, seconds: QUARTER },
} as const;

/** Rate limits per client IP address. */
const PER_ADDRESS = {
  login: { max: 100, seconds: QUARTER },
  register: { max: 100, seconds: HOUR },
  resend: { max: 50, seconds: HOUR },
  recovery: { max: 50, seconds: HOUR },
  /**
   * Limit on invalid refresh tokens. Valid tokens do not count, so other clients at the same IP address cannot lock a
   * user out.
   */
  refresh: { max: 300, seconds: QUARTER },
  /**
   * Limit on invalid tokens of external sign-in providers, because checking a token requires a request to the provider.
   * Valid tokens do not count.
   */
  sso: { max: 100, seconds: QUARTER },
  /**
   * Limit on sign-in challenges for passkeys. The login page requests a challenge when it opens and then every few
   * minutes.
   */
  passkey: { max: 600, seconds: QUARTER },
  whitepaper: { max: 100, seconds: HOUR },
  /**
   * Limit on uploads started from one IP address. It is far above the uploads of a whole office in the last hour before
   * the deadline.
   */
  upload: { max: 5000, seconds: HOUR },
} as const;

/**
 * Returns the rate limit for one account name, even if no such account exists. Only a hash of the account name is
 * stored.
 */
export function accountLimit(kind: keyof typeof PER_ACCOUNT, account: string): Limit {
  return { key: `${kind}:account:${hashToken(account)}`, ...PER_ACCOUNT[kind] };
}

/** Returns the rate limit for one client IP address, or null if the address is unknown. */
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string): Limit;
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string | null): Limit | null;
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string | null): Limit | null {
  if (address === null) return null;
  return { key: `${kind}:address:${hashToken(address)}`, ...PER_ADDRESS[kind] };
}
