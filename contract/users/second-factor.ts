import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, requiredLine, wrongType } from "../fields";
import { tokenPairSchema } from "./user-schemas";

/* Endpoints of the optional second factor: a code from an authenticator app (TOTP, RFC 6238), or a recovery code. */

/** Number of recovery codes that an account gets at once. */
export const RECOVERY_CODES = 8;

/** Six digits from the authenticator app, or a recovery code. Spaces and hyphens are allowed. */
export const codeSchema = requiredLine(64);

/**
 * Random value (challenge or secret) from an earlier response, which the client sends back unchanged. The back end
 * checks that it created the value.
 */
const handedBack = z.string(wrongType).max(128, { error: "too_long" });

const secondFactorSchema = z
  .object({
    /** The account's authenticator app; null without one. */
    app: z.object({ created_at: instantSchema, last_used_at: instantSchema.nullable() }).nullable(),
    /** Number of the account's unused recovery codes. */
    recovery_codes: z.number().int(),
    /**
     * Time when a reset by staff removes the authenticator app, the recovery codes, and the passkeys. Null without a
     * reset.
     */
    reset_at: instantSchema.nullable(),
  })
  .meta({ id: "SecondFactor" });

const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

const CHALLENGE = ["challenge_expired", "challenge_used", "challenge_foreign"] as const;
const CODE = ["code_invalid", "code_used"] as const;

export const secondFactorLogin = endpoint({
  name: "secondFactorLogin",
  method: "POST",
  path: "wp/v2/users/login/second-factor",
  summary:
    "Go on with a sign-in that answered second_factor_required, by a code of the app or a recovery code",
  access: "anyone",
  body: z.object({ challenge: handedBack, code: codeSchema }),
  answer: { status: 200, json: tokenPairSchema },
  errors: [...CHALLENGE, ...CODE, "account_deactivated", "invalid_fields"],
});

export const readSecondFactor = endpoint({
  name: "readSecondFactor",
  method: "GET",
  path: "wp/v2/users/me/second-factor",
  summary: "What the account has as a second factor besides passkeys",
  access: "user",
  answer: { status: 200, json: secondFactorSchema },
});

export const appOptions = endpoint({
  name: "appOptions",
  method: "POST",
  path: "wp/v2/users/me/second-factor/options",
  summary: "A new secret for an authenticator app, and the address that its QR code holds",
  access: "user",
  proof: "recent",
  answer: { status: 200, json: z.object({ secret: z.string(), uri: z.string() }) },
  errors: ["proof_required", "second_factor_known"],
});

export const addApp = endpoint({
  name: "addApp",
  method: "POST",
  path: "wp/v2/users/me/second-factor",
  summary: "Add the app that has the secret, proved by its first code; answers the recovery codes",
  access: "user",
  body: z.object({ secret: handedBack, code: codeSchema }),
  answer: { status: 201, json: recoveryCodesSchema },
  errors: [...CHALLENGE, "code_invalid", "second_factor_known", "invalid_fields"],
});

export const removeApp = endpoint({
  name: "removeApp",
  method: "DELETE",
  path: "wp/v2/users/me/second-factor",
  summary: "Remove the app and its recovery codes",
  access: "user",
  proof: "recent",
  answer: { status: 204 },
  errors: ["proof_required", "not_found"],
});

export const renewRecoveryCodes = endpoint({
  name: "renewRecoveryCodes",
  method: "POST",
  path: "wp/v2/users/me/second-factor/recovery-codes",
  summary: "Make the recovery codes anew: none of the former ones is good any more",
  access: "user",
  proof: "recent",
  answer: { status: 200, json: recoveryCodesSchema },
  errors: ["proof_required", "not_found"],
});

export const secondFactorEndpoints = [
  secondFactorLogin,
  readSecondFactor,
  appOptions,
  addApp,
  removeApp,
  renewRecoveryCodes,
] as const;
