import { z } from "zod";
import {
  acceptedSchema,
  booleanSchema,
  captchaSchema,
  emailSchema,
  instantSchema,
  languageSchema,
  line,
  loginNameSchema,
  passwordSchema,
  requiredLine,
  wrongChoice,
  wrongType,
} from "../fields";
import { INTEREST } from "../project/options";
import { ROLES } from "../roles";

/** Lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 900;
/** Lifetime of a refresh token: 30 days in seconds (rule account.session-length). */
export const REFRESH_TOKEN_SECONDS = 2_592_000;
/**
 * Seconds for which a refresh token is still accepted after its first use. In this time, each further request with the
 * refresh token receives the new token that the first request received.
 */
export const SUCCESSOR_WINDOW_SECONDS = 30;

const interestSchema = z.enum(INTEREST, wrongChoice).nullable();
export const PROVIDERS = ["google", "facebook"] as const;
export type Provider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Record<Provider, string> = { google: "Google", facebook: "Facebook" };
/** Names of all providers for summaries of endpoints, such as "Google or Facebook". */
export const ANY_PROVIDER = Object.values(PROVIDER_NAMES).join(" or ");
export const providerSchema = z.enum(PROVIDERS, wrongChoice);

export const userSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    roles: z.array(z.enum(ROLES)),
    newsletter: z.boolean(),
    privacy: z.boolean(),
    interest: interestSchema,
    interests_modal_closed: z.boolean(),
    language: languageSchema,
    last_update: instantSchema,
    has_password: z.boolean(),
    providers: z.array(providerSchema),
    /**
     * Whether the account has a passkey. The default is false, because back ends of other implementers can lack
     * passkeys.
     */
    has_passkey: z.boolean().default(false),
    /** True if the account has an authenticator app, so that sign-in requires a code. */
    has_app: z.boolean().default(false),
    /**
     * True if a role of the account requires a second factor and the account has neither a passkey nor an authenticator
     * app.
     */
    needs_second_factor: z.boolean().default(false),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof userSchema>;

export const tokenPairSchema = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal("Bearer"),
    /** Lifetime of the access token in seconds. */
    expires_in: z.number().int(),
  })
  .meta({ id: "TokenPair" });
export type TokenPair = z.infer<typeof tokenPairSchema>;

/** Body of a sign-in request. Either `username` or `email` contains the email address. */
export const loginSchema = z
  .object({
    username: loginNameSchema.optional(),
    email: loginNameSchema.optional(),
    password: passwordSchema,
  })
  .refine((value) => Boolean(value.username || value.email), {
    error: "required",
    path: ["email"],
  });

export const ssoSchema = z.object({
  provider: providerSchema,
  first_name: line().optional(),
  last_name: line().optional(),
  name: line(300).optional(),
  email: loginNameSchema.optional(),
  /** JSON text with the sign-in provider's access_token, id_token, and token_type. */
  access_token: z.string(wrongType).max(16_384, { error: "too_long" }),
  fb_id: z.string(wrongType).max(255, { error: "too_long" }).optional(),
  google_id: z.string(wrongType).max(255, { error: "too_long" }).optional(),
});

/**
 * Path of a page of the account area, without language, query, or fragment. The path appears in an email to an
 * unverified address, so it must not contain free text.
 */
const NEXT = /^\/dashboard(?:\/[a-z0-9-]+)*$/;
/** Path of the page to open after registration. */
export const nextSchema = z
  .string(wrongType)
  .max(200, { error: "too_long" })
  .regex(NEXT, { error: "invalid_choice" });

export const registrationSchema = z.object({
  first_name: requiredLine(),
  last_name: requiredLine(),
  email: emailSchema,
  password: passwordSchema,
  privacy: acceptedSchema,
  newsletter: booleanSchema.default(false),
  /**
   * Answer about the person's interest: the call, the Academy, or both. Null if the person skipped the question; absent
   * if the form did not contain the question.
   */
  interest: interestSchema.optional(),
  captcha: captchaSchema.optional(),
  next: nextSchema.optional(),
});

export const profileSchema = z
  .object({
    first_name: requiredLine(),
    last_name: requiredLine(),
    newsletter: booleanSchema,
    interest: interestSchema,
    language: languageSchema,
    interests_modal_closed: booleanSchema,
  })
  .partial();

export const sessionSchema = z
  .object({
    id: z.string(),
    device: z.string(),
    /**
     * Town where the session was last used, if a proxy reports the town. Back ends of other implementers can omit the
     * town.
     */
    place: z.string().default(""),
    created_at: instantSchema,
    last_used_at: instantSchema,
    current: z.boolean(),
  })
  .meta({ id: "Session" });
