import { z } from "zod";
import { LANGUAGES } from "./languages";
import { cleanEmail, cleanLine, cleanLines } from "./text/clean-text";
import "./zod-without-eval";
import type { FieldCode } from "./errors";

/** Maximum length in characters of names and other one-line texts. */
export const NAME_MAX = 120;
/** Maximum length in characters of texts with several lines. */
export const TEXT_MAX = 3000;
export const URL_MAX = 2000;
export const EMAIL_MAX = 254;
/** Maximum length in characters of phone numbers as typed. */
export const PHONE_MAX = 40;
/** Minimum length of passwords in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
/**
 * Minimum strength of a password, as a score from 0 to 4. An attacker guesses a weaker password within about 10^6
 * attempts.
 */
export const PASSWORD_SCORE_MIN = 2;
/**
 * Maximum number of leading characters that the estimate of a password's strength uses. The cost of the estimate grows
 * with the square of this number, and further characters can only make the password stronger.
 */
export const PASSWORD_ESTIMATED = 64;

function missingOr(code: FieldCode) {
  return (issue: { input?: unknown }): FieldCode => (issue.input === undefined ? "required" : code);
}

/** Error codes for a wrong JSON type: `required` for an absent key, `invalid_type` for another type. */
export const wrongType = { error: missingOr("invalid_type") };
/** Error codes for a value outside a fixed list: `required` for an absent key, `invalid_choice` for other values. */
export const wrongChoice = { error: missingOr("invalid_choice") };

// Pattern of an email address: one @, without quotes, comments, or white space. Also rejects forms that mail programs
// interpret differently: routes (a%b@c, b!a@c), encoded words (=?utf-8?q?a?=), and a dot at the start of the address or
// before the @.
const EMAIL =
  /^(?!\.|=\?|[^@]*\.@)[A-Za-z0-9.#$&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
/** Pattern of a phone number with an optional extension: "02 1234567 int. 12", "02 1234567 interno n. 12". */
const PHONE =
  /^(\(?\+?[0-9 ()./-]+?)(?:[ ,;]*(?:interno|int|extension|ext|x|#|;)[.: ]*(?:n[.o°]{0,2} ?)?([0-9]{1,6}))?$/i;

/** Counts characters as people do: an emoji or another character with two UTF-16 units counts as one. */
export function textLength(value: string): number {
  return [...value].length;
}

/**
 * A text longer than its limit times this factor is rejected before cleaning (removal of white space and control
 * characters), because cleaning a huge text would take too long.
 */
const UNCLEAN_MAX = 10;

/** Schema of one line with at most `max` characters after cleaning. Allows an empty text. */
export function line(max: number = NAME_MAX, clean: (value: string) => string = cleanLine) {
  return z
    .string(wrongType)
    .overwrite((value) => (value.length > max * UNCLEAN_MAX ? value : clean(value)))
    .refine((value) => textLength(value) <= max, { error: "too_long" });
}

/** Schema of several lines with at most `max` characters in total after cleaning. Allows an empty text. */
export function lines(max: number = TEXT_MAX) {
  return line(max, cleanLines);
}

/** Schema of one line that must not be empty. An empty line gets the error code `required`. */
export function requiredLine(max: number = NAME_MAX) {
  return line(max).min(1, { error: "required" });
}

/** Earliest allowed founding year of an applicant's company. */
export const FIRST_YEAR = 1900;

/** Reports whether a text is a four-digit year from FIRST_YEAR to the current year. */
export function isYear(value: string): boolean {
  const year = Number(value);
  return /^\d{4}$/.test(value) && year >= FIRST_YEAR && year <= new Date().getFullYear();
}

/** Splits a phone number from its extension ("" without one). Returns null for an invalid number. */
export function phoneParts(value: string): { number: string; extension: string } | null {
  const [, number = "", extension = ""] = PHONE.exec(value) ?? [];
  const digits = number.replace(/\D/g, "").length;
  return digits >= 6 && digits <= 15 ? { number: number.trim(), extension } : null;
}

export function isPhone(value: string): boolean {
  return phoneParts(value) !== null;
}

export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX && EMAIL.test(value) && !value.includes("..");
}

/**
 * Returns the error code for a rejected email address: `accented_email` if only non-ASCII characters before the @ make
 * the address invalid, else `invalid_email`.
 */
export function emailError({ input }: { input?: unknown }): FieldCode {
  const [local = "", ...rest] = String(input).split("@");
  const plain = [local.replaceAll(/[^\0-\x7f]+/g, "a"), ...rest].join("@");
  return isEmail(plain) ? "accented_email" : "invalid_email";
}

export function isHttpsUrl(value: string): boolean {
  // URL.canParse accepts spaces in a path. Reject white space here, so that a link followed by words is invalid.
  return /^https:\/\/\S+$/i.test(value) && URL.canParse(value);
}

/** Email address, cleaned and in lower case, because addresses are compared in lower case. */
export const emailSchema = line(EMAIL_MAX, cleanEmail)
  .toLowerCase()
  .min(1, { error: "required" })
  .refine(isEmail, { error: emailError, when: (payload) => payload.issues.length === 0 });

/**
 * Email address that a person types to sign in. The address is normalised like a stored address. The schema accepts any
 * format, because the back end only compares the address.
 */
export const loginNameSchema = line(320, cleanEmail).toLowerCase();

/**
 * Password as typed: never cleaned, trimmed, or cut. Cleaning would change the secret, and existing passwords
 * would no longer work.
 */
export const passwordSchema = z
  .string(wrongType)
  .min(1, { error: "required" })
  .max(PASSWORD_MAX, { error: "too_long" });

/**
 * New password in a form. The form rejects a short password without a request. The contract's requests use
 * `passwordSchema` instead, because the back end checks all requirements and returns weak_password.
 */
export const newPasswordSchema = passwordSchema.refine(
  (value) => textLength(value) >= PASSWORD_MIN,
  { error: "weak_password", when: (payload) => payload.issues.length === 0 },
);

/** Instant in ISO 8601, in UTC with Z. */
export const instantSchema = z.iso.datetime();

export const languageSchema = z.enum(LANGUAGES, wrongChoice);

/** Schema of a checkbox that must be checked. */
export const acceptedSchema = z.literal(true, { error: "required" });

export const booleanSchema = z.boolean(wrongType);

/** Schema of the captcha's response. Only some configurations require a captcha. */
export const captchaSchema = z.string(wrongType).max(4096, { error: "too_long" });

/** Token from a link in an email. */
export const mailTokenSchema = z.string(wrongType).max(512, { error: "too_long" });
