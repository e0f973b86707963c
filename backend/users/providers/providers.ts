import { and, eq } from "drizzle-orm";
import type { linkProvider, unlinkProvider } from "@/contract/users/own-account";
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
import { passkeysOf } from "../keys/passkeys";
import { readUser } from "../profile";
import { settleRegistrations } from "../registrations";
import { answerEntered, enterUnlessAsked } from "../sessions/enter";
import type { Providers } from "./open-providers";
import {
  PROVIDER_NAMES,
  type Provider,
  type ProviderPerson,
  readTokens,
  refuse,
} from "./provider-person";

type Sso = Call<typeof sso>;
type Link = Call<typeof linkProvider>;
type User = typeof users.$inferSelect;

/**
 * Signs in whom a provider vouches for, and opens an account for anyone who has none. An account is found by
 * provider and subject alone; an address that has one already asks for that account's own way in
 * first (409), so that no provider can hand over somebody's account. One that nobody has ever proved to
 * own is nobody's: the provider proves it now.
 */
export async function signInWithProvider(call: Sso, providers: Providers) {
  const { db } = call;
  const now = call.now();
  const person = await personOf(call, providers);
  const entered = await db.transaction(async (tx) => {
    await acceptOnce(tx, person);
    const user = (await ownerOf(tx, person)) ?? (await openAccount(tx, person, call));
    // Thrown inside the transaction: a refused sign-in uses up no token.
    if (user.deactivatedAt) fail("account_deactivated");
    return enterUnlessAsked(tx, user, call, now);
  });
  call.wakeMail();
  return answerEntered(entered, call);
}

/** Adds a way in to the caller's account; 409 when it is another account's, or there is one already. */
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
  call.wakeMail();
  return answer;
}

/** Removes a way in; 409 when it is the last one. */
export async function unlink(call: Call<typeof unlinkProvider>) {
  const { db, caller, body, now } = call;
  const answer = await db.transaction(async (tx) => {
    // Locked, so that two parallel removals cannot each leave it to the other.
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
  call.wakeMail();
  return answer;
}

/** The owner is told of a way in added or removed: whoever holds a session could have done it. */
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

/** Whom the request's tokens identify, according to the provider; 401 when the request says otherwise. */
async function personOf(call: Sso | Link, providers: Providers): Promise<ProviderPerson> {
  const { db, body } = call;
  const now = call.now();
  const perAddress = addressLimit("sso", clientAddress(call));
  await checkLimit(db, perAddress, now);
  try {
    const person = await providers(body.provider, readTokens(body.access_token));
    const claimed = body.provider === "google" ? body.google_id : body.fb_id;
    // A page that mixes up two people must not sign in either.
    if (claimed && claimed !== person.subject) refuse("of somebody else");
    await takeOne(db, accountLimit("sso", `${person.provider}:${person.subject}`), now);
    return person;
  } catch (error) {
    if (error instanceof Failure && error.code === "invalid_provider_token") {
      call.log.warn(
        { provider: body.provider, reason: error.message },
        "a provider's token refused",
      );
      await takeOne(db, perAddress, now);
    }
    throw error;
  }
}

/** 401 for a token that was accepted before: by this process, another one, or at this very moment. */
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

/** A confirmed account without a password: the provider has confirmed the address. */
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
  // The address has an account; perhaps this very person's, opened a moment ago in another tab.
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

/** Gives an account that nobody has ever proved to own to whom the provider vouches for. */
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
