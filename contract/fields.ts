import { z } from "zod";
import { cleanEmail, cleanLine, cleanLines } from "./clean-text";
import { LANGUAGES } from "./languages";
import "./without-eval";
import type { FieldCode } from "./errors";

/** Names and other one-line texts, in characters. */
export const NAME_MAX = 120;
/** Long texts, in characters. */
export const TEXT_MAX = 3000;
export const URL_MAX = 2000;
export const EMAIL_MAX = 254;
/** Telephone numbers, in characters as they are written. */
export const PHONE_MAX = 40;
/** Argon2 reads any length; this bounds the work (ASVS 6.2.9 asks for at least 64). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

function missingOr(code: FieldCode) {
  return (issue: { input?: unknown }): FieldCode => (issue.input === undefined ? "required" : code);
}

/** For the schema of a JSON type: an absent key is `required`, any other type is `invalid_type`. */
export const wrongType = { error: missingOr("invalid_type") };
/** For a closed list: an absent key is `required`, anything else is `invalid_choice`. */
export const wrongChoice = { error: missingOr("invalid_choice") };

// One @, no quotes, comments or white space: mail software disagrees about everything more exotic. Nor what
// some of it reads as something else: routes (a%b@c, b!a@c), encoded words (=?utf-8?q?a?=), a dot at an end.
const EMAIL =
  /^(?!\.|=\?|[^@]*\.@)[A-Za-z0-9.#$&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
/** A number, and what is dialled behind it: "02 1234567 int. 12". */
const PHONE =
  /^(\(?\+?[0-9 ()./-]+?)(?:[ ,;]*(?:interno|int|extension|ext|x|#)[.: ]*([0-9]{1,6}))?$/i;

/** Counts as people do: a character outside the basic plane is one, not two. */
export function textLength(value: string): number {
  return [...value].length;
}

/** A text longer than this many times its limit is rejected before it is cleaned. */
const UNCLEAN_MAX = 10;

/** One line of at most `max` characters, cleaned; empty is allowed. */
export function line(max: number = NAME_MAX, clean: (value: string) => string = cleanLine) {
  return z
    .string(wrongType)
    .overwrite((value) => (value.length > max * UNCLEAN_MAX ? value : clean(value)))
    .refine((value) => textLength(value) <= max, { error: "too_long" });
}

/** Several lines of at most `max` characters, cleaned; empty is allowed. */
export function lines(max: number = TEXT_MAX) {
  return line(max, cleanLines);
}

/** One line that may not be empty (`required`). */
export function requiredLine(max: number = NAME_MAX) {
  return line(max).min(1, { error: "required" });
}

/** Nothing that applies was founded earlier. */
export const FIRST_YEAR = 1900;

/** A year in four digits that has begun, and is not older than anything alive. */
export function isYear(value: string): boolean {
  const year = Number(value);
  return /^\d{4}$/.test(value) && year >= FIRST_YEAR && year <= new Date().getFullYear();
}

/** Splits a telephone number from its extension ("" without one); null when it is no number. */
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

/** Why an address is refused, for a schema that refines by `isEmail`. */
export function emailError({ input }: { input?: unknown }): FieldCode {
  const [local = "", ...rest] = String(input).split("@");
  const plain = [local.replaceAll(/[^\0-\x7f]+/g, "a"), ...rest].join("@");
  return isEmail(plain) ? "accented_email" : "invalid_email";
}

export function isHttpsUrl(value: string): boolean {
  return /^https:\/\//i.test(value) && URL.canParse(value);
}

/** An e-mail address, cleaned and in lower case (addresses are compared that way). */
export const emailSchema = line(EMAIL_MAX, cleanEmail)
  .toLowerCase()
  .min(1, { error: "required" })
  .refine(isEmail, { error: emailError, when: (payload) => payload.issues.length === 0 });

/** An address as somebody types it to log in: compared like a stored one, and never refused for its form. */
export const loginNameSchema = line(320, cleanEmail).toLowerCase();

/**
 * A password as typed: never cleaned, trimmed or cut. It is a secret and not a text: without a character it
 * would be another one, and those chosen before would no longer open their accounts.
 */
export const passwordSchema = z
  .string(wrongType)
  .min(1, { error: "required" })
  .max(PASSWORD_MAX, { error: "too_long" });

/**
 * A password where one is chosen. The forms refuse a short one before sending anything; requests take
 * `passwordSchema`, so that the back end, which judges the rest too, answers both with weak_password.
 */
export const newPasswordSchema = passwordSchema.refine(
  (value) => textLength(value) >= PASSWORD_MIN,
  { error: "weak_password", when: (payload) => payload.issues.length === 0 },
);

/** An instant, ISO 8601 in UTC with Z. */
export const instantSchema = z.iso.datetime();

export const languageSchema = z.enum(LANGUAGES, wrongChoice);

/** A box that has to be ticked. */
export const acceptedSchema = z.literal(true, { error: "required" });

export const booleanSchema = z.boolean(wrongType);

/** The captcha's answer; asked for only where the back end is configured to. */
export const captchaSchema = z.string(wrongType).max(4096, { error: "too_long" });

/** A token from a mail link. */
export const mailTokenSchema = z.string(wrongType).max(512, { error: "too_long" });
