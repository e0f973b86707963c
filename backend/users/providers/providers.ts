import { and, eq } from "drizzle-orm";
import type { linkProvider, unlinkProvider } from "@/contract/users/own-account";
import { PROVIDER_NAMES, type Provider } from "@/contract/users/user-schemas";
import type { sso } from "@/contract/users/users";
import type { Executor } from "../../db/connect";
import { identities, usedProviderTokens, users } from "../../db/schema/accounts";
import { clientAddress } from "../../http/client-address";
import { Failure, fail } from "../../http/failure";
import { accountLimit, addressLimit } from "../../http/limits";
import { checkLimit, takeOne } from "../../http/rate-limit";
import type { Call } from "../../http/serve";
import { queueMail } from "../../mail/outbox";
import { recordConsents } from "../consent-record";
import { passkeysOf } from "../passkeys/passkeys";
import { readUser } from "../profile";
import { settleRegistrations } from "../registrations";
import { answerEntered, enterUnlessAsked } from "../sessions/sign-in";
import type { Providers } from "./open-providers";
import { type ProviderPerson, readTokens, refuse } from "./provider-person";

type Sso = Call<typeof sso>;
type Link = Call<typeof linkProvider>;
type User = typeof users.$inferSelect;

/**
 * Signs in a person identified by a provider, and creates an account if necessary. Finds accounts only by provider and
 * the provider's user id. If a confirmed account has the person's email address, fails with 409 until the person signs
 * in to that account. An unconfirmed account with the address becomes the person's account, because the provider
 * confirms the address.
 */
export async function signInWithProvider(call: Sso, providers: Providers) {
  const { db } = call;
  const now = call.now();
  const person = await personOf(call, providers);
  const entered = await db.transaction(async (tx) => {
    await acceptOnce(tx, person);
    const user = (await ownerOf(tx, person)) ?? (await openAccount(tx, person, call));
    // Refuse a deactivated account inside the transaction, so that the refused sign-in rolls back the mark that the
    // token was used.
    if (user.deactivatedAt) fail("account_deactivated");
    return enterUnlessAsked(tx, user, call, now);
  });
  call.notifyMailWorker();
  return answerEntered(entered, call);
}

/**
 * Links a provider to the caller's account. Fails with 409 if the provider's user belongs to another account, or if
 * another user of the provider is already linked to the caller's account.
 */
export async function link(call: Link, providers: Providers) {
  const { db, caller } = call;
  const person = await personOf(call, providers);
  const answer = await db.transaction(async (tx) => {
    await acceptOnce(tx, person);
    const { provider, subject } = person;
    const [added] = await tx
      .insert(identities)
      .values({ provider, subject, userId: caller.id, createdAt: call.now() })
      .onConflictDoNothing()
      .returning();
    if (added) {
      await noteChange(tx, "provider_linked", provider, caller.id, call.now());
    } else if ((await ownerOf(tx, person))?.id !== caller.id) {
      fail("link_required");
    }
    return readUser(tx, call.config, caller.id);
  });
  call.notifyMailWorker();
  return answer;
}

/** Unlinks a provider from the caller's account. Fails with 409 if it is the last sign-in method. */
export async function unlink(call: Call<typeof unlinkProvider>) {
  const { db, caller, body, now } = call;
  const answer = await db.transaction(async (tx) => {
    // Lock the account, so that two parallel requests cannot remove the last two sign-in methods.
    const [user] = await tx.select().from(users).where(eq(users.id, caller.id)).for("update");
    const mine = eq(identities.userId, caller.id);
    const linked = await tx.select().from(identities).where(mine);
    if (linked.some(({ provider }) => provider === body.provider)) {
      const keys = await passkeysOf(tx, caller.id);
      if (!user?.passwordHash && linked.length === 1 && keys.length === 0) fail("link_required");
      await tx.delete(identities).where(and(mine, eq(identities.provider, body.provider)));
      await noteChange(tx, "provider_unlinked", body.provider, caller.id, now());
    }
    return readUser(tx, call.config, caller.id);
  });
  call.notifyMailWorker();
  return answer;
}

/** Mails the owner about a linked or unlinked provider, because a stolen session could have changed it. */
async function noteChange(
  tx: Executor,
  template: "provider_linked" | "provider_unlinked",
  provider: Provider,
  userId: string,
  now: Date,
): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ updatedAt: now })
    .where(eq(users.id, userId))
    .returning();
  if (!user) throw new Error("the signed-in account is gone");
  await queueMail(tx, {
    template,
    userId,
    recipient: user.email,
    language: user.language,
    data: { first_name: user.firstName, provider: PROVIDER_NAMES[provider], at: now.toISOString() },
  });
}

/** Returns the person that the provider's tokens identify. Fails with 401 if the request names another person. */
async function personOf(call: Sso | Link, providers: Providers): Promise<ProviderPerson> {
  const { db, body } = call;
  const now = call.now();
  const perAddress = addressLimit("sso", clientAddress(call));
  await checkLimit(db, perAddress, now);
  try {
    const person = await providers(body.provider, readTokens(body.access_token));
    const claimed = body.provider === "google" ? body.google_id : body.fb_id;
    // Reject a request that combines the token of one person with the id of another person.
    if (claimed && claimed !== person.subject) refuse("of somebody else");
    await takeOne(db, accountLimit("sso", `${person.provider}:${person.subject}`), now);
    return person;
  } catch (error) {
    if (error instanceof Failure && error.code === "invalid_provider_token") {
      call.log.warn(
        { provider: body.provider, reason: error.message },
        "a provider's token was refused",
      );
      await takeOne(db, perAddress, now);
    }
    throw error;
  }
}

/** Accepts a single-use token only once. Fails with 401 if any server process has accepted the token before. */
async function acceptOnce(tx: Executor, { once }: ProviderPerson): Promise<void> {
  if (!once) return;
  const [first] = await tx
    .insert(usedProviderTokens)
    .values(once)
    .onConflictDoNothing()
    .returning({ hash: usedProviderTokens.hash });
  if (!first) refuse("accepted before");
}

async function ownerOf(tx: Executor, person: ProviderPerson): Promise<User | undefined> {
  const [row] = await tx
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, person.provider), eq(identities.subject, person.subject)));
  return row?.user;
}

/**
 * Creates a confirmed account without a password for a provider's user, because the provider has confirmed the address.
 */
async function openAccount(tx: Executor, person: ProviderPerson, call: Sso): Promise<User> {
  const { provider, subject, email } = person;
  if (!email) return fail("invalid_fields", { fields: { email: "required" } });
  const now = call.now();
  const [local = ""] = email.split("@");
  const values = {
    firstName: person.firstName || call.body.first_name || local,
    lastName: person.lastName || call.body.last_name || "",
    language: call.language,
    emailConfirmedAt: now,
    updatedAt: now,
  };
  const [created] = await tx
    .insert(users)
    .values({ ...values, email, createdAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning();
  const user = created ?? (await takeUnproved(tx, email, values));
  // Another account has the email address. If the same person has just created that account in another tab, sign in to
  // that account. Otherwise, the sign-in fails.
  if (!user) return (await ownerOf(tx, person)) ?? fail("link_required");
  await tx.insert(identities).values({ provider, subject, userId: user.id, createdAt: now });
  await recordConsents(tx, call.config, {
    userId: user.id,
    newsletter: false,
    language: call.language,
    source: provider,
    now,
  });
  return user;
}

/** Transfers an unconfirmed account to the person that the provider identifies, and removes its password. */
async function takeUnproved(
  tx: Executor,
  email: string,
  values: Pick<User, "firstName" | "lastName" | "language" | "updatedAt">,
): Promise<User | undefined> {
  const [known] = await tx.select().from(users).where(eq(users.email, email)).for("update");
  if (!known || known.emailConfirmedAt || known.deactivatedAt) return undefined;
  const settled = await settleRegistrations(tx, known.id, null, values.updatedAt);
  const [user] = await tx
    .update(users)
    .set({ ...settled, ...values, passwordHash: null })
    .where(eq(users.id, known.id))
    .returning();
  return user;
}
