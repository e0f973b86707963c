import { z } from "zod";
import "./zod-without-eval";

/**
 * All error codes of the back end with their HTTP status (rule contract.errors). The interface shows the text
 * in messages/ for the code, never `message`.
 */
export const ERROR_STATUS = {
  not_json: 400,
  rest_post_invalid_page_number: 400,
  /** A tus header is unknown or malformed. */
  invalid_upload: 400,
  not_authenticated: 401,
  invalid_credentials: 401,
  /** The refresh token is unknown, expired, or revoked, or its first use was before the successor window. */
  invalid_token: 401,
  invalid_provider_token: 401,
  forbidden_role: 403,
  /** A state-changing request with a cookie does not come from the site itself. */
  forbidden_origin: 403,
  /** A browser requested tokens from the gateway. Browsers open sessions at /api/session. */
  use_session: 403,
  email_not_confirmed: 403,
  account_deactivated: 403,
  wrong_password: 403,
  /** The action requires re-authentication within the last minutes. */
  proof_required: 403,
  /** The action requires re-authentication with a passkey, which the account has. */
  key_required: 403,
  /**
   * The first factor is correct and the account also requires a code. The client returns `data.challenge` with
   * the code.
   */
  second_factor_required: 403,
  /** A role of the account requires a passkey or an authenticator app, and the account has neither. */
  second_factor_missing: 403,
  /** The code is neither a current code of the app nor a recovery code. */
  code_invalid: 403,
  /** The signed challenge belongs to another session or another purpose, or was never issued. */
  challenge_foreign: 403,
  /** The passkey belongs to another site. */
  passkey_origin: 403,
  /** No account has this passkey, or another account has it. */
  passkey_unknown: 403,
  /** The authenticator's signature counter is lower than before, so a copy of it possibly exists. */
  passkey_counter: 403,
  /** An impersonation is read-only. */
  seeing_only: 403,
  /** The time of the impersonation has expired. The user must end it first. */
  seeing_over: 403,
  deadline_passed: 403,
  not_yet_open: 403,
  locked_after_sending: 403,
  /** The evaluator has a conflict of interest with the project and is recused by rule. */
  conflict_of_interest: 403,
  evaluation_closed: 403,
  evaluation_not_closed: 403,
  jury_not_closed: 403,
  /** The object does not exist or belongs to another account. One code for both, so that responses reveal no ids. */
  not_found: 404,
  rest_no_route: 404,
  link_required: 409,
  /** The signed challenge has already been used. */
  challenge_used: 409,
  passkey_known: 409,
  /** The code has already been used. */
  code_used: 409,
  /** The account already has an authenticator app. */
  second_factor_known: 409,
  too_many_passkeys: 409,
  /** Removing this would leave the account without a way to sign in. */
  last_way_in: 409,
  person_in_two_projects: 409,
  already_closed: 409,
  /** The evaluator has begun to evaluate and can no longer answer the invitation. */
  already_begun: 409,
  /** The evaluator is recused from the scored project. */
  project_recused: 409,
  /** Staff took the project from the evaluator. */
  reading_taken: 409,
  /** The bytes do not continue at the upload's offset (409 of tus). The client must request the offset with HEAD. */
  upload_conflict: 409,
  /** The token from an email was used, has expired, or was never issued. */
  token_expired: 410,
  /** The invitation was not answered in time. Staff can invite again. */
  invitation_over: 410,
  /** The challenge has expired. */
  challenge_expired: 410,
  version_conflict: 412,
  /** The result of the action differs from its preview. `data.current` is the new preview. */
  plan_changed: 412,
  /** The tus version is missing or is not 1.0.0. */
  tus_version: 412,
  too_large: 413,
  /** The bytes of an upload do not have the media type of tus. */
  wrong_media_type: 415,
  invalid_fields: 422,
  weak_password: 422,
  /** The passkey is invalid, its signature is wrong, or the authenticator did not verify the user. */
  passkey_invalid: 422,
  captcha_failed: 422,
  project_incomplete: 422,
  invalid_choice: 422,
  /** The action has blockers, and the request does not override them. */
  act_refused: 422,
  file_empty: 422,
  file_type_not_allowed: 422,
  file_content_mismatch: 422,
  file_unreadable: 422,
  file_too_many_slides: 422,
  file_too_long: 422,
  file_unsafe: 422,
  too_many_requests: 429,
  /** Too many submissions within an hour. */
  too_many_sends: 429,
  /** Too many bytes of uploads started within a day. */
  upload_quota: 429,
  /** Too many files within an hour whose check was expensive. */
  too_many_heavy_files: 429,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** Errors of a single field. */
export const FIELD_CODES = [
  "required",
  "too_long",
  "invalid_choice",
  "invalid_email",
  /** The part before the @ has non-ASCII letters. Few mail servers deliver to such addresses. */
  "accented_email",
  "invalid_phone",
  "invalid_url",
  "invalid_year",
  "invalid_type",
  "too_many",
  "too_few",
  "taken",
  /** A placeholder of a letter is unknown or malformed. */
  "invalid_placeholder",
  /** Something else has this name. */
  "name_taken",
  /** A time of captions is not a time, or is too late. */
  "invalid_time",
  /** A cue of captions ends before it starts, starts before the previous one, or starts after the video's end. */
  "ends_early",
  "out_of_order",
  "after_end",
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];

/**
 * Detailed reasons why a file is rejected, in addition to the error code. The texts are in messages/
 * (`uploads.reason`).
 */
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

/** Result of the check of a rejected file. */
export const fileFindingSchema = z.object({
  reason: z.enum(FILE_REASONS).optional(),
  /** The count that exceeds a limit: slides, seconds, entries, or megapixels. */
  found: z.number().optional(),
  /** Number of hidden slides. */
  hidden: z.number().int().optional(),
  /** Name of an entry in the zip, its compression method, or the extension that fits the content. */
  named: z.string().optional(),
});
export type FileFinding = z.infer<typeof fileFindingSchema>;

/** Errors by dotted field path (`team.0.phone`). */
export type FieldErrors = Record<string, FieldCode>;

/**
 * Error in WordPress's format. `data.fields` is present for invalid_fields, project_incomplete, and
 * person_in_two_projects.
 */
export const errorSchema = z
  .object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    data: z.object({
      status: z.number().int(),
      fields: z.record(z.string(), z.enum(FIELD_CODES)).optional(),
      /** For version_conflict, the stored object. For plan_changed and act_refused, the current preview. */
      current: z.unknown().optional(),
      /** For second_factor_required, the challenge of the next sign-in step. */
      challenge: z.string().optional(),
      /** For rejected files, the reason. */
      file: fileFindingSchema.optional(),
    }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorSchema>;

/**
 * Converts zod's issues to field codes. Schemas in contract/ use codes as messages. All other issues (a wrong
 * JSON type, a missing key) become `required` or `invalid_type`.
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
