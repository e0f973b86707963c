import { z } from "zod";
import "./zod-without-eval";

/**
 * All error codes of the back end with their HTTP status (rule contract.errors). The interface shows the text in
 * messages/ for the code, never the error's `message`.
 */
export const ERROR_STATUS = {
  not_json: 400,
  rest_post_invalid_page_number: 400,
  /** A header of the tus upload protocol is unknown or malformed. */
  invalid_upload: 400,
  not_authenticated: 401,
  invalid_credentials: 401,
  /**
   * The refresh token is unknown, expired, or revoked. After its first use, a refresh token is still accepted for some
   * seconds (`SUCCESSOR_WINDOW_SECONDS`).
   */
  invalid_token: 401,
  invalid_provider_token: 401,
  forbidden_role: 403,
  /** A state-changing request with a cookie does not come from the site itself. */
  forbidden_origin: 403,
  /** A browser requested access tokens from the gateway. Browsers must open sessions at /api/session instead. */
  use_session: 403,
  email_not_confirmed: 403,
  account_deactivated: 403,
  wrong_password: 403,
  /** The action requires re-authentication within the last minutes. */
  proof_required: 403,
  /** The action requires re-authentication with a passkey, and the account has a passkey. */
  key_required: 403,
  /**
   * The password or other first factor is correct, but the account also requires a code. The client must send the code
   * together with the value of `data.challenge`.
   */
  second_factor_required: 403,
  /** A role of the account requires a passkey or an authenticator app, and the account has neither. */
  second_factor_missing: 403,
  /** The code is neither a current code of the authenticator app nor a recovery code. */
  code_invalid: 403,
  /**
   * The challenge of a sign-in, passkey, or authenticator app setup belongs to another session or purpose, or the
   * server never issued it.
   */
  challenge_foreign: 403,
  /** The passkey's signature was made for another site. */
  passkey_origin: 403,
  /** No account has this passkey, or the passkey belongs to another account. */
  passkey_unknown: 403,
  /** The passkey's signature counter is lower than before, which suggests that someone copied the authenticator. */
  passkey_counter: 403,
  /** The request would change data, but an impersonation is read-only. */
  seeing_only: 403,
  /** The impersonation has expired. The staff member must end it before continuing. */
  seeing_over: 403,
  deadline_passed: 403,
  not_yet_open: 403,
  locked_after_sending: 403,
  /** The evaluator is automatically recused because of a conflict of interest with the project. */
  conflict_of_interest: 403,
  evaluation_closed: 403,
  evaluation_not_closed: 403,
  jury_not_closed: 403,
  /**
   * The requested object does not exist or belongs to another account. One code covers both cases, so that responses
   * reveal no ids.
   */
  not_found: 404,
  rest_no_route: 404,
  link_required: 409,
  /** The challenge of a sign-in, passkey, or authenticator app setup has already been used. */
  challenge_used: 409,
  passkey_known: 409,
  /** The code from the authenticator app has already been used. */
  code_used: 409,
  /** The account already has an authenticator app. */
  second_factor_known: 409,
  too_many_passkeys: 409,
  /** The account would have no way left to sign in without this passkey, password, or provider. */
  last_way_in: 409,
  person_in_two_projects: 409,
  already_closed: 409,
  /** The evaluator has begun to evaluate and can no longer change the answer to the invitation. */
  already_begun: 409,
  /**
   * The person has a staff role and can therefore read results that the jury of the invitation must not see. So the
   * person cannot join this jury.
   */
  staff_on_jury: 409,
  /** The evaluator is recused from the project, so the project cannot be scored. */
  project_recused: 409,
  /** Staff reassigned the evaluator's reading of the project. */
  reading_taken: 409,
  /**
   * The upload's bytes do not start at the expected offset (status 409 in the tus protocol). The client must request
   * the offset with HEAD.
   */
  upload_conflict: 409,
  /** The token from an email was used, has expired, or was never issued. */
  token_expired: 410,
  /** The invitation to evaluate was not answered in time. Staff can send a new invitation. */
  invitation_over: 410,
  /** The challenge of a sign-in, passkey, or authenticator app setup has expired. */
  challenge_expired: 410,
  version_conflict: 412,
  /** The result of the staff action would differ from its preview. `data.current` is the new preview. */
  plan_changed: 412,
  /** The header with the tus protocol version is missing or is not 1.0.0. */
  tus_version: 412,
  too_large: 413,
  /** The request sent bytes of an upload without the media type of the tus protocol. */
  wrong_media_type: 415,
  invalid_fields: 422,
  weak_password: 422,
  /** The passkey response is invalid, its signature is wrong, or the authenticator did not verify the user. */
  passkey_invalid: 422,
  captcha_failed: 422,
  project_incomplete: 422,
  invalid_choice: 422,
  /** The staff action has blockers, and the request does not override them. */
  act_refused: 422,
  file_empty: 422,
  file_type_not_allowed: 422,
  file_content_mismatch: 422,
  file_unreadable: 422,
  file_too_many_slides: 422,
  file_too_long: 422,
  file_unsafe: 422,
  too_many_requests: 429,
  /** The account sent its application too many times within an hour. */
  too_many_sends: 429,
  /** The account started uploads of too many bytes within a day. */
  upload_quota: 429,
  /** Within an hour, the account uploaded too many files whose checks use much CPU time or memory. */
  too_many_heavy_files: 429,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** Error codes of a single form field. */
export const FIELD_CODES = [
  "required",
  "too_long",
  "invalid_choice",
  "invalid_email",
  /** The email address has non-ASCII letters before the @. Few mail servers deliver to such addresses. */
  "accented_email",
  "invalid_phone",
  "invalid_url",
  "invalid_year",
  "invalid_type",
  "too_many",
  "too_few",
  "taken",
  /** The letter has an unknown or malformed placeholder. */
  "invalid_placeholder",
  /** The name of the saved letter text, tag, or saved view is already in use. */
  "name_taken",
  /** A time in a captions file is malformed, negative, or above the maximum. */
  "invalid_time",
  /**
   * A cue in a captions file ends before it starts, starts before the previous cue, or starts after the video's end.
   */
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

/** Details of the check that rejected an uploaded file. */
export const fileFindingSchema = z.object({
  reason: z.enum(FILE_REASONS).optional(),
  /** The value that exceeds a limit: number of slides, seconds of a video, number of zip entries, or megapixels. */
  found: z.number().optional(),
  /** Number of hidden slides in the presentation. */
  hidden: z.number().int().optional(),
  /**
   * The name that the error message quotes: of a zip entry, of its compression method, or of the file extension that
   * fits the file's content.
   */
  named: z.string().optional(),
});
export type FileFinding = z.infer<typeof fileFindingSchema>;

/** Error codes of form fields, by dotted field path (`team.0.phone`). */
export type FieldErrors = Record<string, FieldCode>;

/**
 * Error response in WordPress's format. `data.fields` is present for invalid_fields, project_incomplete, and
 * person_in_two_projects.
 */
export const errorSchema = z
  .object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    data: z.object({
      status: z.number().int(),
      fields: z.record(z.string(), z.enum(FIELD_CODES)).optional(),
      /**
       * Current data: the stored object for version_conflict, or the current preview for plan_changed and act_refused.
       */
      current: z.unknown().optional(),
      /** Challenge for the next sign-in step. Present for second_factor_required. */
      challenge: z.string().optional(),
      /** Details of the file check. Present for rejected files. */
      file: fileFindingSchema.optional(),
    }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorSchema>;

/**
 * Converts Zod's issues to field codes. Schemas in contract/ use field codes as messages. All other issues (a wrong
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
