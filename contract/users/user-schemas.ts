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

/** Seconds an access token lives. */
export const ACCESS_TOKEN_SECONDS = 900;
/** 30 days in seconds (rule account.session-length). */
export const REFRESH_TOKEN_SECONDS = 2_592_000;
/** Refreshes of a token within this many seconds of its first use all get the same successor. */
export const SUCCESSOR_WINDOW_SECONDS = 30;

const interestSchema = z.enum(INTEREST, wrongChoice).nullable();
export const PROVIDERS = ["google", "facebook"] as const;
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
    /** Another back end may know none. */
    has_passkey: z.boolean().default(false),
    /** Whether an authenticator app is asked for at the sign-in. */
    has_app: z.boolean().default(false),
    /** Whether a role asks for a passkey or an app, and there is neither. */
    needs_second_factor: z.boolean().default(false),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof userSchema>;

export const tokenPairSchema = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal("Bearer"),
    /** Seconds the access token lives. */
    expires_in: z.number().int(),
  })
  .meta({ id: "TokenPair" });
export type TokenPair = z.infer<typeof tokenPairSchema>;

/** `username` or `email`: both take the e-mail address. */
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
  /** A JSON string holding access_token, id_token, token_type. */
  access_token: z.string(wrongType).max(16_384, { error: "too_long" }),
  fb_id: z.string(wrongType).max(255, { error: "too_long" }).optional(),
  google_id: z.string(wrongType).max(255, { error: "too_long" }).optional(),
});

/**
 * A page of the private area, without language, query or fragment: it goes into a mail to an address that
 * anybody may have typed, so it can carry nobody's words.
 */
const NEXT = /^\/dashboard(?:\/[a-z0-9-]+)*$/;
/** Where somebody was going when an account was asked for. */
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
  /** Null says that the question was asked and left without an answer; absent, that nobody has asked. */
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
    /** Where it was used last, if a proxy tells; another back end may not know. */
    place: z.string().default(""),
    created_at: instantSchema,
    last_used_at: instantSchema,
    current: z.boolean(),
  })
  .meta({ id: "Session" });
