import { z } from "zod";
import { endpoint } from "../endpoint";
import { invitationAnswerSchema } from "../evaluation/invitation";
import { captchaSchema, emailSchema, mailTokenSchema, passwordSchema, wrongType } from "../fields";
import {
  ANY_PROVIDER,
  loginSchema,
  registrationSchema,
  ssoSchema,
  tokenPairSchema,
} from "./user-schemas";

export const login = endpoint({
  name: "login",
  method: "POST",
  path: "wp/v2/users/login",
  summary: "Sign in with an e-mail address and a password",
  access: "anyone",
  body: loginSchema,
  answer: { status: 200, json: tokenPairSchema },
  errors: [
    "invalid_credentials",
    "email_not_confirmed",
    "account_deactivated",
    "second_factor_required",
    "key_required",
  ],
});

export const refresh = endpoint({
  name: "refresh",
  method: "POST",
  path: "wp/v2/users/login/refresh",
  summary: "Exchange a refresh token for a new pair",
  access: "anyone",
  body: z.object({
    refresh_token: z.string(wrongType).max(2048, { error: "too_long" }),
  }),
  answer: { status: 200, json: tokenPairSchema },
  errors: ["invalid_token"],
});

export const logout = endpoint({
  name: "logout",
  method: "POST",
  path: "wp/v2/users/logout",
  summary: "End the session: its whole family of refresh tokens is revoked",
  access: "user",
  answer: { status: 204 },
});

export const sso = endpoint({
  name: "sso",
  method: "POST",
  path: "wp/v2/users/sso/",
  summary: `Sign in with ${ANY_PROVIDER}; id and address come from the provider, not from here`,
  access: "anyone",
  body: ssoSchema,
  answer: { status: 200, json: tokenPairSchema },
  errors: [
    "invalid_provider_token",
    "link_required",
    "account_deactivated",
    "second_factor_required",
    "key_required",
    "invalid_fields",
    "unavailable",
  ],
});

export const register = endpoint({
  name: "register",
  method: "POST",
  path: "wp/v2/users/register",
  summary: "Open an account; a known address gets the same answer and another mail",
  access: "anyone",
  body: registrationSchema,
  answer: { status: 202, json: z.object({ status: z.literal("confirmation_sent") }) },
  errors: ["invalid_fields", "weak_password", "captcha_failed"],
});

export const confirmEmail = endpoint({
  name: "confirmEmail",
  method: "POST",
  path: "wp/v2/users/confirm",
  summary: "Confirm the address with the token from the mail",
  access: "anyone",
  body: z.object({ token: mailTokenSchema }),
  answer: { status: 204 },
  errors: ["token_expired"],
});

const acceptedAnswer = { status: 202, json: z.object({ status: z.literal("accepted") }) } as const;

export const resendConfirmation = endpoint({
  name: "resendConfirmation",
  method: "POST",
  path: "wp/v2/users/confirm/resend",
  summary: "Send the confirmation mail again; the answer never says whether the address is known",
  access: "anyone",
  body: z.object({ email: emailSchema }),
  answer: acceptedAnswer,
});

export const recoverPassword = endpoint({
  name: "recoverPassword",
  method: "POST",
  path: "wp/v2/users/password-recovery",
  summary: "Ask for a mail with a reset link; the answer never says whether the address is known",
  access: "anyone",
  body: z.object({ email: emailSchema, captcha: captchaSchema.optional() }),
  answer: acceptedAnswer,
  errors: ["invalid_fields", "captcha_failed"],
});

export const resetPassword = endpoint({
  name: "resetPassword",
  method: "POST",
  path: "wp/v2/users/password-reset",
  summary: "Set a new password with the token from the mail; every session of the account ends",
  access: "anyone",
  body: z.object({ token: mailTokenSchema, password: passwordSchema }),
  answer: { status: 204 },
  errors: ["token_expired", "weak_password"],
});

export const acceptInvitation = endpoint({
  name: "acceptInvitation",
  method: "POST",
  path: "wp/v2/users/invitation",
  summary: "Somebody invited to evaluate sets a password, and answers",
  access: "anyone",
  body: z.object({
    token: mailTokenSchema,
    password: passwordSchema,
    /** Answer to the invitation to evaluate. If the answer is absent, the invitation stays open. */
    answer: invitationAnswerSchema.optional(),
  }),
  answer: { status: 204 },
  errors: [
    "token_expired",
    "weak_password",
    "not_found",
    "already_begun",
    "invitation_over",
    "staff_on_jury",
  ],
});

export const enterByInvitation = endpoint({
  name: "enterByInvitation",
  method: "POST",
  path: "wp/v2/users/login/invitation",
  summary: "The same, and is signed in with it",
  access: "anyone",
  body: acceptInvitation.body,
  answer: { status: 200, json: tokenPairSchema },
  errors: [...acceptInvitation.errors, "second_factor_required", "key_required"],
});

export const checkLink = endpoint({
  name: "checkLink",
  method: "POST",
  path: "wp/v2/users/link",
  summary: "Whether a link in a mail still works; this does not use it up",
  access: "anyone",
  body: z.object({ token: mailTokenSchema }),
  answer: { status: 204 },
  errors: ["token_expired"],
});

export const userEndpoints = [
  login,
  refresh,
  logout,
  checkLink,
  sso,
  register,
  confirmEmail,
  resendConfirmation,
  recoverPassword,
  resetPassword,
  acceptInvitation,
  enterByInvitation,
] as const;
