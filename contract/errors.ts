import { z } from "zod";
import "./without-eval";

/**
 * Every error code a back end may answer with, and its one HTTP status (rule contract.errors).
 * The interface shows what messages/ has for the code, never `message`.
 */
export const ERROR_STATUS = {
  not_json: 400,
  rest_post_invalid_page_number: 400,
  /** Headers that tus does not know, or not in this form. */
  invalid_upload: 400,
  not_authenticated: 401,
  invalid_credentials: 401,
  /** The refresh token is unknown, expired, revoked or was used longer ago than the successor window. */
  invalid_token: 401,
  invalid_provider_token: 401,
  forbidden_role: 403,
  /** A state-changing call with a cookie that does not come from the site itself. */
  forbidden_origin: 403,
  /** A browser asked the gateway for tokens: sessions are opened at /api/session. */
  use_session: 403,
  email_not_confirmed: 403,
  account_deactivated: 403,
  wrong_password: 403,
  /** This asks for a proof of minutes ago that the session's owner is there. */
  proof_required: 403,
  /** The same, with a passkey, which the account has. */
  key_required: 403,
  /** The first way in was right; this account asks for a code as well: `data.challenge` is handed in with it. */
  second_factor_required: 403,
  /** A role of the account asks for a passkey or an authenticator app, and it has neither. */
  second_factor_missing: 403,
  /** Neither a code of the app just now nor a recovery code. */
  code_invalid: 403,
  /** What was signed was asked for by another session, for another purpose, or by nobody. */
  challenge_foreign: 403,
  /** Made for another site. */
  passkey_origin: 403,
  /** No account, or not this one, has the passkey. */
  passkey_unknown: 403,
  /** The authenticator counts fewer signatures than before: there may be a copy of it. */
  passkey_counter: 403,
  /** Whoever sees as somebody else only reads. */
  seeing_only: 403,
  /** The time to see as somebody else is over: stop looking first. */
  seeing_over: 403,
  deadline_passed: 403,
  not_yet_open: 403,
  locked_after_sending: 403,
  /** The project is the evaluator's own: the rule recuses them. */
  conflict_of_interest: 403,
  evaluation_closed: 403,
  evaluation_not_closed: 403,
  jury_not_closed: 403,
  /** Missing or someone else's: ids do not leak. */
  not_found: 404,
  rest_no_route: 404,
  link_required: 409,
  /** What was signed has been handed in before. */
  challenge_used: 409,
  passkey_known: 409,
  /** A code is good once. */
  code_used: 409,
  /** The account has an authenticator app already. */
  second_factor_known: 409,
  too_many_passkeys: 409,
  /** Without it nobody could sign in to the account any more. */
  last_way_in: 409,
  person_in_two_projects: 409,
  already_closed: 409,
  /** Whoever has begun to evaluate does not answer the invitation any more. */
  already_begun: 409,
  /** A score for a project the evaluator has stepped back from. */
  project_recused: 409,
  /** The bytes do not continue from where the upload is (tus' 409): ask with HEAD. */
  upload_conflict: 409,
  /** A token from a mail that was used, has expired or was never issued. */
  token_expired: 410,
  /** An invitation that nobody answered in time: staff can ask again. */
  invitation_over: 410,
  /** What was signed was asked for too long ago. */
  challenge_expired: 410,
  version_conflict: 412,
  /** An act comes to something else than what was shown, which `data.current` is now. */
  plan_changed: 412,
  /** Another version of tus than 1.0.0, or none named. */
  tus_version: 412,
  too_large: 413,
  /** Bytes of an upload that are not sent as tus sends them. */
  wrong_media_type: 415,
  invalid_fields: 422,
  weak_password: 422,
  /** Not a passkey, not signed by it, or signed without looking who is there. */
  passkey_invalid: 422,
  captcha_failed: 422,
  project_incomplete: 422,
  invalid_choice: 422,
  /** Something stands against an act, and nobody has said to go past it. */
  act_refused: 422,
  file_empty: 422,
  file_type_not_allowed: 422,
  file_content_mismatch: 422,
  file_unreadable: 422,
  file_too_many_slides: 422,
  file_too_long: 422,
  file_unsafe: 422,
  too_many_requests: 429,
  /** New versions sent within an hour. */
  too_many_sends: 429,
  /** Bytes of uploads started within a day. */
  upload_quota: 429,
  /** Files within an hour whose check took too much work. */
  too_many_heavy_files: 429,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** What can be wrong with one field. */
export const FIELD_CODES = [
  "required",
  "too_long",
  "invalid_choice",
  "invalid_email",
  /** An address whose part before the @ has other letters than those of ASCII: few mail servers deliver to it. */
  "accented_email",
  "invalid_phone",
  "invalid_url",
  "invalid_year",
  "invalid_type",
  "too_many",
  "too_few",
  "taken",
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/** Why exactly a file is refused, beside its code; the words are in messages/ (`uploads.reason`). */
export const FILE_REASONS = [
  "animated",
  "compression",
  "entries",
  "entry_damaged",
  "heavy",
  "heic",
  "inconsistent",
  "inflated",
  "link",
  "nesting",
  "no_picture",
  "no_slides",
  "old_powerpoint",
  "other_type",
  "password",
  "path",
  "pixels",
  "portfolio",
  "pptx",
  "special",
  "split",
] as const;

/** What the check of a refused file found. */
export const fileFindingSchema = z.object({
  reason: z.enum(FILE_REASONS).optional(),
  /** The count that exceeds a limit: slides, seconds, entries, or megapixels. */
  found: z.number().optional(),
  /** How many of the slides are hidden. */
  hidden: z.number().int().optional(),
  /** An entry of the zip, its compression method, or the extension that fits the content. */
  named: z.string().optional(),
});
export type FileFinding = z.infer<typeof fileFindingSchema>;

/** Dotted field path (`team.0.phone`) → what is wrong with it. */
export type FieldErrors = Record<string, FieldCode>;

/** WordPress's error shape; `data.fields` comes with invalid_fields, project_incomplete and person_in_two_projects. */
export const errorSchema = z
  .object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    data: z.object({
      status: z.number().int(),
      fields: z.record(z.string(), z.enum(FIELD_CODES)).optional(),
      /** The stored object, with version_conflict; what an act comes to, with plan_changed and act_refused. */
      current: z.unknown().optional(),
      /** What the next step of a sign-in is bound to, with second_factor_required. */
      challenge: z.string().optional(),
      /** Why a file is refused, with the codes of files. */
      file: fileFindingSchema.optional(),
    }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorSchema>;

/**
 * Turns zod's issues into field codes. Schemas in this room give their codes as messages;
 * anything else (a wrong JSON type, a missing key) is `required` or `invalid_type`.
 */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const path = issue.path.join(".");
    fields[path] ??= fieldCode(issue);
  }
  return fields;
}

function fieldCode(issue: z.core.$ZodIssue): FieldCode {
  if ((FIELD_CODES as readonly string[]).includes(issue.message)) return issue.message as FieldCode;
  switch (issue.code) {
    case "too_big":
      return issue.origin === "array" ? "too_many" : "too_long";
    case "too_small":
      return issue.origin === "array" ? "too_few" : "required";
    case "invalid_value":
      return "invalid_choice";
    default:
      return "invalid_type";
  }
}
