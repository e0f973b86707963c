/*
 * Account limits that are quoted to people. All other rate limits are the back
 * end's own affair (backend/http/limits.ts).
 */

/** New versions of an application sent within an hour. */
export const SENDS_PER_HOUR = 30;
/** Gigabytes of uploads started within a day. */
export const UPLOAD_GIGABYTES_PER_DAY = 20;
/** Files within an hour whose check took too much work. */
export const HEAVY_FILES_PER_HOUR = 5;
/** How long the links in mails are valid: to confirm an address, to reset a password, to join. */
export const CONFIRM_HOURS = 24;
export const RESET_MINUTES = 60;
export const INVITATION_DAYS = 7;
/** (rule account.session-length) A session that is used again and again still ends so many days after it was opened. */
export const SESSION_DAYS_MAX = 180;
/** How long the former owner of an account's address can take it back with the link in the mail. */
export const EMAIL_BACK_DAYS = 7;
/** What asks for the password asks an account without one for a sign-in more recent than this. */
export const FRESH_SIGN_IN_MINUTES = 5;
/** How long staff see what an applicant sees, without asking again. */
export const SEEING_MINUTES = 15;
/** Passkeys of one account; each has a name of at most so many characters. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
/** How long an authenticator has to sign what it was asked to. */
export const CHALLENGE_MINUTES = 5;
/** How long somebody has to show a new secret to their app. */
export const NEW_APP_MINUTES = 30;
/** Accounts whose address nobody has confirmed are removed after this. */
export const UNCONFIRMED_DAYS = 30;
/** How long an application that was never sent is kept after its deadline. */
export const DRAFT_MONTHS = 12;
/** How long mails that were sent keep their address and text. */
export const MAIL_DAYS = 365;
