/*
 * Limits that apply to an account and that the site's texts mention. All other rate limits are in
 * backend/http/limits.ts.
 */

/** Maximum number of times that an account can send its application within an hour. */
export const SENDS_PER_HOUR = 30;
/** Maximum gigabytes of uploads that an account can start within a day. */
export const UPLOAD_GIGABYTES_PER_DAY = 20;
/** Maximum number of files that an account can upload within an hour if their checks need much CPU time or memory. */
export const HEAVY_FILES_PER_HOUR = 5;
/**
 * How long the links in emails are valid: to confirm an address, to reset a password, and to accept an invitation. The
 * names of the constants contain the units.
 */
export const CONFIRM_HOURS = 24;
export const RESET_MINUTES = 60;
export const INVITATION_DAYS = 7;
/** Days after which a session ends even if it is used regularly (rule account.session-length). */
export const SESSION_DAYS_MAX = 180;
/** Days for which ended sessions are kept. During these days, staff can see the last login of an account. */
export const ENDED_SESSION_DAYS = 180;
/** Days after a change of address during which the link sent to the former address can restore that address. */
export const EMAIL_BACK_DAYS = 7;
/** Minutes after a sign-in during which an account without a password needs no re-authentication. */
export const FRESH_SIGN_IN_MINUTES = 5;
/** Duration in minutes of an impersonation of an applicant by staff. */
export const IMPERSONATION_MINUTES = 15;
/** Maximum number of passkeys per account, and maximum length of a passkey's name. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
/** Minutes in which a person must sign a challenge with an authenticator. */
export const CHALLENGE_MINUTES = 5;
/** Minutes in which a person must confirm a new secret in an authenticator app. */
export const NEW_APP_MINUTES = 30;
/** Days after which accounts with an unconfirmed address are deleted. */
export const UNCONFIRMED_DAYS = 30;
/** Months after the deadline for which an unsent application is kept. */
export const DRAFT_MONTHS = 12;
/**
 * Months after the awards for which a sent application is kept. Applications of finalists, winners, and incubated
 * startups are kept for longer.
 */
export const SENT_MONTHS = 24;
/** Years after the awards for which the applications of finalists, winners, and incubated startups are kept. */
export const FINAL_YEARS = 10;
/** Years after the awards for which receipts and evaluation records are kept. */
export const RECEIPT_YEARS = 5;
/** Years for which a consent is kept after the person withdrew the consent, or after the person's data were erased. */
export const CONSENT_YEARS = 5;
/** Months for which whitepaper requests, and answered data requests from people without an account, are kept. */
export const ASKED_MONTHS = 24;
/** Days for which sent emails keep their address and text. */
export const MAIL_DAYS = 365;
