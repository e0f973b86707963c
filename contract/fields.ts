import { z } from "zod";
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL = /[\u0000-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of them but tab and the line ends
const CONTROL_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
/** Half of a character outside the basic plane, as a field's length limit may leave it. */
const HALF_CHARACTER = /\p{Surrogate}/gu;
// One @, no quotes, comments or white space: mail software disagrees about everything more exotic. Nor what
// some of it reads as something else: routes (a%b@c, b!a@c), encoded words (=?utf-8?q?a?=), a dot at an end.
const EMAIL =
  /^(?!\.|=\?|[^@]*\.@)[A-Za-z0-9.#$&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
const PHONE = /^\+?[0-9 ()./-]+$/;

/** Counts as people do: a character outside the basic plane is one, not two. */
export function textLength(value: string): number {
  return [...value].length;
}

/** Text as it can be stored: PostgreSQL's jsonb rejects half a character, and must not cost a draft. */
function text() {
  return z.string(wrongType).overwrite((value) => value.replaceAll(HALF_CHARACTER, "\ufffd"));
}

/** One line of at most `max` characters, trimmed; empty is allowed. */
export function line(max: number = NAME_MAX) {
  return text()
    .trim()
    .refine((value) => textLength(value) <= max, { error: "too_long" })
    .refine((value) => !CONTROL.test(value), { error: "invalid_type" });
}

/** Several lines of at most `max` characters; only white space counts as empty. */
export function lines(max: number = TEXT_MAX) {
  return text()
    .refine((value) => textLength(value) <= max, { error: "too_long" })
    .refine((value) => !CONTROL_IN_TEXT.test(value), { error: "invalid_type" })
    .transform((value) => (value.trim() === "" ? "" : value));
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

export function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, "").length;
  return PHONE.test(value) && digits >= 6 && digits <= 15;
}

export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX && EMAIL.test(value) && !value.includes("..");
}

export function isHttpsUrl(value: string): boolean {
  return /^https:\/\//i.test(value) && URL.canParse(value);
}

/** An e-mail address, trimmed and in lower case (addresses are compared that way). */
export const emailSchema = z
  .string(wrongType)
  .trim()
  .toLowerCase()
  .min(1, { error: "required" })
  .max(EMAIL_MAX, { error: "too_long" })
  .refine(isEmail, { error: "invalid_email", when: (payload) => payload.issues.length === 0 });

/** A password as typed: never trimmed, never cut. */
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
