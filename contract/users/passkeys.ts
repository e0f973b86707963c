import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, passwordSchema, requiredLine, wrongType } from "../fields";
import { PASSKEY_NAME_MAX } from "../limits";
import { codeSchema } from "./second-factor";
import { tokenPairSchema } from "./user-schemas";

/*
 * Passkeys (WebAuthn) and sessions of an account. Passkeys are discoverable, and the device verifies the user. Requests
 * and responses contain the standard WebAuthn JSON, reduced to the properties that the product uses.
 */

/**
 * Schema of an ASCII text from an authenticator. PostgreSQL rejects some characters outside ASCII, such as the null
 * character. The back end validates the content of the text.
 */
const ascii = (max: number) =>
  z
    .string(wrongType)
    .max(max, { error: "too_long" })
    .regex(/^[\x20-\x7e]*$/, { error: "invalid_type" });
const keyType = z.literal("public-key", { error: "invalid_type" });

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: instantSchema,
    last_used_at: instantSchema.nullable(),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof passkeySchema>;

/** Assertion of a passkey (WebAuthn): a signed challenge. */
export const assertionSchema = z.object({
  id: ascii(2048),
  rawId: ascii(2048),
  type: keyType,
  response: z.object({
    clientDataJSON: ascii(8192),
    authenticatorData: ascii(8192),
    signature: ascii(8192),
    userHandle: ascii(256).optional(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** Attestation of a new passkey (WebAuthn): its public key and a signed challenge. */
export const attestationSchema = z.object({
  id: ascii(2048),
  rawId: ascii(2048),
  type: keyType,
  response: z.object({
    clientDataJSON: ascii(8192),
    attestationObject: ascii(32_768),
    transports: z.array(ascii(32)).max(10).optional(),
  }),
});
export type Attestation = z.infer<typeof attestationSchema>;

const described = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

/** WebAuthn options for signing a challenge with a passkey. */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal("required"),
  /**
   * Passkeys of the account that signs. Absent at sign-in, so that the response does not reveal which passkeys exist.
   */
  allowCredentials: z.array(described).optional(),
});

/** WebAuthn options for creating a passkey. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal("none"),
  /** Existing passkeys of the account, so that a device with one of these passkeys does not create another. */
  excludeCredentials: z.array(described),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});

const CHALLENGE = ["challenge_expired", "challenge_used", "challenge_foreign"] as const;
const SIGNED = [
  ...CHALLENGE,
  "passkey_invalid",
  "passkey_origin",
  "passkey_unknown",
  "passkey_counter",
] as const;

const passkeyName = requiredLine(PASSKEY_NAME_MAX);

export const passkeyLoginOptions = endpoint({
  name: "passkeyLoginOptions",
  method: "POST",
  path: "wp/v2/users/passkeys/login/options",
  summary: "What a passkey has to sign for a sign-in; the same for everybody",
  access: "anyone",
  answer: { status: 200, json: requestOptionsSchema },
});

export const passkeyLogin = endpoint({
  name: "passkeyLogin",
  method: "POST",
  path: "wp/v2/users/passkeys/login",
  summary: "Sign in with a passkey",
  access: "anyone",
  body: z.object({ passkey: assertionSchema }),
  answer: { status: 200, json: tokenPairSchema },
  errors: [...SIGNED, "account_deactivated", "invalid_fields"],
});

export const passkeyOptions = endpoint({
  name: "passkeyOptions",
  method: "POST",
  path: "wp/v2/users/passkeys/options",
  summary: "What a new passkey has to be made for",
  access: "user",
  proof: "recent",
  answer: { status: 200, json: creationOptionsSchema },
  errors: ["proof_required", "too_many_passkeys"],
});

export const addPasskey = endpoint({
  name: "addPasskey",
  method: "POST",
  path: "wp/v2/users/passkeys",
  summary: "Add a passkey; without a name it gets its device's",
  access: "user",
  body: z.object({ passkey: attestationSchema, name: passkeyName.optional() }),
  answer: { status: 201, json: passkeySchema },
  errors: [
    ...CHALLENGE,
    "passkey_invalid",
    "passkey_origin",
    "passkey_known",
    "too_many_passkeys",
    "invalid_fields",
  ],
});

export const listPasskeys = endpoint({
  name: "listPasskeys",
  method: "GET",
  path: "wp/v2/users/passkeys",
  summary: "The account's passkeys, oldest first",
  access: "user",
  answer: { status: 200, json: z.array(passkeySchema) },
});

export const renamePasskey = endpoint({
  name: "renamePasskey",
  method: "POST",
  path: "wp/v2/users/passkeys/{id}",
  summary: "Give a passkey another name",
  access: "user",
  body: z.object({ name: passkeyName }),
  answer: { status: 200, json: passkeySchema },
  errors: ["not_found", "invalid_fields"],
});

export const removePasskey = endpoint({
  name: "removePasskey",
  method: "DELETE",
  path: "wp/v2/users/passkeys/{id}",
  summary: "Remove a passkey; the last way in cannot be removed",
  access: "user",
  proof: "recent",
  answer: { status: 204 },
  errors: ["not_found", "last_way_in", "proof_required"],
});

export const proofOptions = endpoint({
  name: "proofOptions",
  method: "POST",
  path: "wp/v2/users/proof/options",
  summary: "What one of the account's passkeys has to sign to prove that its owner is there",
  access: "user",
  answer: { status: 200, json: requestOptionsSchema },
  errors: ["not_found"],
});

export const prove = endpoint({
  name: "prove",
  method: "POST",
  path: "wp/v2/users/proof",
  summary:
    "Prove to be there, by password (where there is no second factor), passkey or code: good for some minutes",
  access: "user",
  body: z
    .object({
      password: passwordSchema.optional(),
      passkey: assertionSchema.optional(),
      code: codeSchema.optional(),
    })
    .refine(({ password, passkey, code }) => (password ?? passkey ?? code) !== undefined, {
      error: "required",
      path: ["password"],
    }),
  answer: { status: 204 },
  errors: [
    ...SIGNED,
    "wrong_password",
    "second_factor_required",
    "key_required",
    "code_invalid",
    "code_used",
    "invalid_fields",
  ],
});

export const endSession = endpoint({
  name: "endSession",
  method: "DELETE",
  path: "wp/v2/users/me/sessions/{id}",
  summary: "End one of the account's sessions",
  access: "user",
  answer: { status: 204 },
  errors: ["not_found"],
});

export const keyEndpoints = [
  passkeyLoginOptions,
  passkeyLogin,
  passkeyOptions,
  addPasskey,
  listPasskeys,
  renamePasskey,
  removePasskey,
  proofOptions,
  prove,
  endSession,
] as const;
