import { z } from "zod";
import { endpoint } from "../endpoint";
import { captchaSchema, emailSchema, mailTokenSchema, passwordSchema, wrongType } from "../fields";
import {
  loginSchema,
  profileSchema,
  providerSchema,
  registrationSchema,
  sessionSchema,
  ssoSchema,
  tokenPairSchema,
  userSchema,
} from "./user-schemas";

export const login = endpoint({
  name: "login",
  method: "POST",
  path: "wp/v2/users/login",
  summary: "Sign in with an e-mail address and a password",
  access: "anyone",
  body: loginSchema,
  answer: { status: 200, json: tokenPairSchema },
  errors: ["invalid_credentials", "email_not_confirmed", "account_deactivated"],
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

export const getMe = endpoint({
  name: "getMe",
  method: "GET",
  path: "wp/v2/users/me/",
  summary: "The signed-in user",
  access: "user",
  answer: { status: 200, json: userSchema },
});

export const sso = endpoint({
  name: "sso",
  method: "POST",
  path: "wp/v2/users/sso/",
  summary: "Sign in with Google or Facebook; id and address come from the provider, not from here",
  access: "anyone",
  body: ssoSchema,
  answer: { status: 200, json: tokenPairSchema },
  errors: [
    "invalid_provider_token",
    "link_required",
    "account_deactivated",
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
  summary: "An invited evaluator sets a password",
  access: "anyone",
  body: z.object({ token: mailTokenSchema, password: passwordSchema }),
  answer: { status: 204 },
  errors: ["token_expired", "weak_password"],
});

export const enterByInvitation = endpoint({
  name: "enterByInvitation",
  method: "POST",
  path: "wp/v2/users/login/invitation",
  summary: "An invited evaluator sets a password and is signed in with it",
  access: "anyone",
  body: acceptInvitation.body,
  answer: { status: 200, json: tokenPairSchema },
  errors: ["token_expired", "weak_password"],
});

export const updateMe = endpoint({
  name: "updateMe",
  method: "POST",
  path: "wp/v2/users/me/",
  summary: "Change the profile; given fields are set, absent ones stay",
  access: "user",
  body: profileSchema,
  answer: { status: 200, json: userSchema },
  errors: ["invalid_fields"],
});

export const changePassword = endpoint({
  name: "changePassword",
  method: "POST",
  path: "wp/v2/users/me/password",
  summary: "Change the password; every other session ends",
  access: "user",
  body: z.object({ current_password: passwordSchema, password: passwordSchema }),
  answer: { status: 204 },
  errors: ["wrong_password", "weak_password", "invalid_fields"],
});

export const listSessions = endpoint({
  name: "listSessions",
  method: "GET",
  path: "wp/v2/users/me/sessions",
  summary: "The account's open sessions",
  access: "user",
  answer: { status: 200, json: z.array(sessionSchema) },
});

export const endOtherSessions = endpoint({
  name: "endOtherSessions",
  method: "DELETE",
  path: "wp/v2/users/me/sessions",
  summary: "End every session but this one",
  access: "user",
  answer: { status: 204 },
});

export const changeEmail = endpoint({
  name: "changeEmail",
  method: "POST",
  path: "wp/v2/users/me/email",
  summary:
    "Ask for another address: it gets a link to confirm; the answer never says whether it is known",
  access: "user",
  body: z.object({ email: emailSchema, password: passwordSchema.optional() }),
  answer: { status: 202, json: z.object({ status: z.literal("confirmation_sent") }) },
  errors: ["wrong_password", "invalid_fields"],
});

export const confirmNewEmail = endpoint({
  name: "confirmNewEmail",
  method: "POST",
  path: "wp/v2/users/email/confirm",
  summary: "Confirm the new address, or take the former one back, with the token from the mail",
  access: "anyone",
  body: z.object({ token: mailTokenSchema }),
  answer: { status: 200, json: z.object({ status: z.enum(["changed", "taken_back"]) }) },
  errors: ["token_expired"],
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

export const linkProvider = endpoint({
  name: "linkProvider",
  method: "POST",
  path: "wp/v2/users/me/providers",
  summary: "Add Google or Facebook as a way in",
  access: "user",
  body: ssoSchema,
  answer: { status: 200, json: userSchema },
  errors: ["invalid_provider_token", "link_required", "unavailable"],
});

export const unlinkProvider = endpoint({
  name: "unlinkProvider",
  method: "DELETE",
  path: "wp/v2/users/me/providers",
  summary: "Remove a way in; the last one cannot be removed",
  access: "user",
  body: z.object({ provider: providerSchema }),
  answer: { status: 200, json: userSchema },
  errors: ["link_required"],
});

export const deactivateMe = endpoint({
  name: "deactivateMe",
  method: "DELETE",
  path: "wp/v2/users/me/",
  summary:
    "Deactivate the account; accounts without a password need a sign-in within the last 5 minutes",
  access: "user",
  body: z.object({ password: passwordSchema.optional() }),
  answer: { status: 204 },
  errors: ["wrong_password"],
});

export const eraseMe = endpoint({
  name: "eraseMe",
  method: "POST",
  path: "wp/v2/users/me/erase",
  summary: "Deactivate the account and erase its person at once; asked for as deactivating is",
  access: "user",
  body: z.object({ password: passwordSchema.optional() }),
  answer: { status: 204 },
  errors: ["wrong_password"],
});

export const exportMe = endpoint({
  name: "exportMe",
  method: "GET",
  path: "wp/v2/users/me/export",
  summary: "A zip of everything the programme holds about the account",
  access: "user",
  answer: { status: 200, bytes: "application/zip" },
});

export const userEndpoints = [
  login,
  refresh,
  logout,
  getMe,
  updateMe,
  deactivateMe,
  eraseMe,
  changeEmail,
  confirmNewEmail,
  checkLink,
  sso,
  register,
  confirmEmail,
  resendConfirmation,
  recoverPassword,
  resetPassword,
  acceptInvitation,
  enterByInvitation,
  changePassword,
  listSessions,
  endOtherSessions,
  linkProvider,
  unlinkProvider,
  exportMe,
] as const;
