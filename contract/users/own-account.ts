import { z } from "zod";
import { endpoint } from "../endpoint";
import { emailSchema, mailTokenSchema, passwordSchema } from "../fields";
import {
  ANY_PROVIDER,
  profileSchema,
  providerSchema,
  sessionSchema,
  ssoSchema,
  userSchema,
} from "./user-schemas";

/* Endpoints for a signed-in account. Registration and sign-in are in users.ts. */

export const getMe = endpoint({
  name: "getMe",
  method: "GET",
  path: "wp/v2/users/me/",
  summary: "The signed-in user",
  access: "user",
  answer: { status: 200, json: userSchema },
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
  summary: "Change the password, with the present one; every other session ends",
  access: "user",
  proof: "key",
  body: z.object({ current_password: passwordSchema, password: passwordSchema }),
  answer: { status: 204 },
  errors: ["wrong_password", "weak_password", "proof_required", "key_required", "invalid_fields"],
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
  proof: "recent",
  body: z.object({ email: emailSchema, password: passwordSchema.optional() }),
  answer: { status: 202, json: z.object({ status: z.literal("confirmation_sent") }) },
  errors: ["wrong_password", "proof_required", "invalid_fields"],
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

export const linkProvider = endpoint({
  name: "linkProvider",
  method: "POST",
  path: "wp/v2/users/me/providers",
  summary: `Add ${ANY_PROVIDER} as a way in`,
  access: "user",
  proof: "recent",
  body: ssoSchema,
  answer: { status: 200, json: userSchema },
  errors: ["invalid_provider_token", "link_required", "proof_required", "unavailable"],
});

export const unlinkProvider = endpoint({
  name: "unlinkProvider",
  method: "DELETE",
  path: "wp/v2/users/me/providers",
  summary: "Remove a way in; the last one cannot be removed",
  access: "user",
  proof: "recent",
  body: z.object({ provider: providerSchema }),
  answer: { status: 200, json: userSchema },
  errors: ["link_required", "proof_required"],
});

export const deactivateMe = endpoint({
  name: "deactivateMe",
  method: "DELETE",
  path: "wp/v2/users/me/",
  summary:
    "Deactivate the account; accounts without a password need a sign-in within the last 5 minutes",
  access: "user",
  proof: "recent",
  body: z.object({ password: passwordSchema.optional() }),
  answer: { status: 204 },
  errors: ["wrong_password", "proof_required"],
});

export const eraseMe = endpoint({
  name: "eraseMe",
  method: "POST",
  path: "wp/v2/users/me/erase",
  summary: "Deactivate the account and erase its person at once; asked for as deactivating is",
  access: "user",
  proof: "key",
  body: z.object({ password: passwordSchema.optional() }),
  answer: { status: 204 },
  errors: ["wrong_password", "proof_required", "key_required"],
});

export const exportMe = endpoint({
  name: "exportMe",
  method: "GET",
  path: "wp/v2/users/me/export",
  summary:
    "A zip of everything the programme holds about the account, soon after a sign-in or a proof",
  access: "user",
  proof: "sign-in",
  answer: { status: 200, bytes: "application/zip" },
  errors: ["proof_required"],
});

export const ownAccountEndpoints = [
  getMe,
  updateMe,
  changePassword,
  listSessions,
  endOtherSessions,
  changeEmail,
  confirmNewEmail,
  linkProvider,
  unlinkProvider,
  deactivateMe,
  eraseMe,
  exportMe,
] as const;
