import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import { and, asc, eq } from "drizzle-orm";
import { PASSKEYS_MAX } from "@/contract/limits";
import type {
  Attestation,
  addPasskey,
  listPasskeys,
  Passkey,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from "@/contract/users/passkeys";
import type { Executor } from "../../db/connect";
import { identities, users } from "../../db/schema/accounts";
import { passkeys } from "../../db/schema/passkeys";
import { fail } from "../../http/failure";
import { accountLimit } from "../../http/limits";
import { readId } from "../../http/parse";
import { takeOne } from "../../http/rate-limit";
import type { Call, Caller } from "../../http/serve";
import { queueMail } from "../../mail/outbox";
import { deviceName } from "../sessions/device";
import { CHALLENGE_TIME, newChallenge } from "../sessions/passkey-challenges";
import { endSessions } from "../sessions/sessions";
import { handleOf } from "./assertion";
import { checked, relyingParty, takeClientData } from "./client-data";

type Row = typeof passkeys.$inferSelect;

/** COSE identifiers of Ed25519, P-256, and RSA, the algorithms that authenticators support. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Returns the WebAuthn options for a new passkey: this site, this account, and required user verification. Rule:
 * account.passkeys.
 */
export async function askForNew(call: Call<typeof passkeyOptions>) {
  const { db, config, caller } = call;
  const now = call.now();
  await takeOne(db, accountLimit("passkey", caller.id), now);
  const known = await passkeysOf(db, caller.id);
  if (known.length >= PASSKEYS_MAX) fail("too_many_passkeys");
  const bound = { purpose: "add", sessionId: caller.sessionId } as const;
  const { rpId } = relyingParty(config);
  const options = await generateRegistrationOptions({
    rpName: config.PROGRAMME_NAME,
    rpID: rpId,
    userName: caller.email,
    userDisplayName: `${caller.firstName} ${caller.lastName}`.trim(),
    userID: isoBase64URL.toBuffer(handleOf(caller.id)),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    ...options,
    rp: { id: rpId, name: config.PROGRAMME_NAME },
    challenge: await newChallenge(db, bound, now),
    timeout: CHALLENGE_TIME,
    attestation: "none" as const,
    excludeCredentials: described(known),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true as const,
      userVerification: "required" as const,
    },
  };
}

/** Adds a passkey to the caller's account and mails the owner, because a stolen session could have added it. */
export async function addNew(call: Call<typeof addPasskey>) {
  const { db, caller, body, request } = call;
  const now = call.now();
  const { credential, transports } = await checkAttestation(call, body.passkey);
  const device = deviceName(request.headers.get("user-agent"));
  const added = await db.transaction(async (tx) => {
    await lockAccount(tx, caller.id);
    const all = await tx.$count(passkeys, eq(passkeys.userId, caller.id));
    if (all >= PASSKEYS_MAX) fail("too_many_passkeys");
    const [row] = await tx
      .insert(passkeys)
      .values({
        userId: caller.id,
        credentialId: credential.id,
        publicKey: isoBase64URL.fromBuffer(credential.publicKey),
        counter: credential.counter,
        transports,
        name: body.name ?? (device || "Passkey"),
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) return fail("passkey_known");
    await afterChange(tx, "passkey_added", caller, row.name, now);
    return row;
  });
  call.notifyMailWorker();
  return shown(added);
}

async function checkAttestation(call: Call<typeof addPasskey>, passkey: Attestation) {
  const { caller, config } = call;
  const { clientDataJSON, attestationObject, transports = [] } = passkey.response;
  const bound = { purpose: "add", sessionId: caller.sessionId } as const;
  const challenge = await takeClientData(call, clientDataJSON, bound);
  const { rpId, origin } = relyingParty(config);
  const { verified, registrationInfo } = await checked(async () => {
    refuseCertificates(attestationObject);
    return verifyRegistrationResponse({
      response: {
        ...passkey,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  });
  if (!verified) return fail("passkey_invalid");
  const { credential } = registrationInfo;
  if (credential.id !== passkey.id) fail("passkey_invalid");
  return { credential, transports };
}

/**
 * Rejects attestation certificates, which the options never request. Verifying a certificate would fetch URLs that the
 * sender chose.
 */
function refuseCertificates(attestationObject: string): void {
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = statement.get("fmt");
  const isOwnWord = format === "packed" && statement.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isOwnWord)
    throw new Error(`an attestation nobody asked for: ${format}`);
}

export async function readPasskeys({ db, caller }: Call<typeof listPasskeys>) {
  return (await passkeysOf(db, caller.id)).map(shown);
}

/** Returns the account's passkeys, oldest first. */
export function passkeysOf(db: Executor, userId: string) {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** Describes an account's passkeys in the format that browsers expect. */
export function described(keys: readonly Row[]) {
  return keys.map(({ credentialId: id, transports }) => ({
    id,
    type: "public-key" as const,
    transports,
  }));
}

export async function rename({ db, caller, params, body }: Call<typeof renamePasskey>) {
  const [row] = await db
    .update(passkeys)
    .set({ name: body.name })
    .where(and(eq(passkeys.id, readId(params.id)), eq(passkeys.userId, caller.id)))
    .returning();
  return shown(row ?? fail("not_found"));
}

/** Removes a passkey and mails the account's owner. Refuses if the account has no other sign-in method. */
export async function remove(call: Call<typeof removePasskey>) {
  const { db, caller, params, now } = call;
  const id = readId(params.id);
  await db.transaction(async (tx) => {
    const user = await lockAccount(tx, caller.id);
    const mine = await passkeysOf(tx, caller.id);
    const row = mine.find((one) => one.id === id) ?? fail("not_found");
    const linked = await tx.select().from(identities).where(eq(identities.userId, caller.id));
    if (!user.passwordHash && linked.length === 0 && mine.length === 1) fail("last_way_in");
    await tx.delete(passkeys).where(eq(passkeys.id, row.id));
    await afterChange(tx, "passkey_removed", caller, row.name, now());
  });
  call.notifyMailWorker();
}

/**
 * Locks the user's row, so that the second of two parallel passkey changes sees the result of the first.
 */
async function lockAccount(tx: Executor, id: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
  return user ?? fail("not_authenticated");
}

/** Ends the account's other sessions, as a password change does, and mails the owner about the changed passkey. */
async function afterChange(
  tx: Executor,
  template: "passkey_added" | "passkey_removed",
  { id: userId, sessionId }: Caller,
  passkey: string,
  now: Date,
): Promise<void> {
  await endSessions(tx, userId, { keep: sessionId, now });
  const [user] = await tx
    .update(users)
    .set({ updatedAt: now })
    .where(eq(users.id, userId))
    .returning();
  if (user) await tellOfPasskey(tx, template, user, passkey, now);
}

type Owner = Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "language">;

/** Mails the account's owner about an added or removed passkey. */
export async function tellOfPasskey(
  tx: Executor,
  template: "passkey_added" | "passkey_removed",
  { id: userId, email: recipient, firstName: first_name, language }: Owner,
  passkey: string,
  now: Date,
): Promise<void> {
  const data = { first_name, passkey, at: now.toISOString() };
  await queueMail(tx, { template, userId, recipient, language, data });
}

function shown({ id, name, createdAt, lastUsedAt }: Row): Passkey {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
