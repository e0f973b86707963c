import { and, eq, sql } from "drizzle-orm";
import type { Language } from "@/contract/languages";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { consents, identities, registrations, type users } from "../db/schema/accounts";
import { queueMail } from "../mail/outbox";
import { recordConsents } from "./consent-record";
import { createMailToken } from "./mail-tokens";
import { endSessions } from "./sessions/sessions";

type User = typeof users.$inferSelect;
type Registration = typeof registrations.$inferSelect;
/** The values that a person entered in the registration form. */
export type Chosen = Omit<Registration, "id" | "userId" | "language"> & { language: Language };

/** Stores a registration for an unconfirmed address and mails the confirmation link. */
export async function addRegistration(
  tx: Executor,
  config: BackendConfig,
  user: User,
  chosen: Chosen,
): Promise<void> {
  const { newsletter, language, createdAt: now } = chosen;
  const [registration] = await tx
    .insert(registrations)
    .values({ ...chosen, userId: user.id })
    .returning();
  if (!registration) throw new Error("a registration was not stored");
  const said = { newsletter, language, source: "registration" as const, now };
  await recordConsents(tx, config, { ...said, userId: user.id, registrationId: registration.id });
  await sendLink(tx, user, registration, now);
}

/**
 * Mails the confirmation link again. If the address was registered several times, it is unclear which registration the
 * user wants to confirm. In this case, the mailed link lets the user choose a password instead.
 */
export async function sendLinkAgain(tx: Executor, user: User, now: Date): Promise<void> {
  const open = await tx.select().from(registrations).where(eq(registrations.userId, user.id));
  const [only] = open;
  if (only && open.length === 1) return sendLink(tx, user, only, now);
  await queueMail(tx, {
    template: "choose_password",
    userId: user.id,
    recipient: user.email,
    language: user.language,
    data: { token: await createMailToken(tx, "reset", user.id, now) },
  });
}

async function sendLink(
  tx: Executor,
  { id, email }: User,
  registration: Registration,
  now: Date,
): Promise<void> {
  await queueMail(tx, {
    template: "confirm",
    userId: id,
    recipient: email,
    language: registration.language,
    data: {
      token: await createMailToken(tx, "confirm", id, now, { registrationId: registration.id }),
      // A mailbox can contain links from several people's registrations. The mail shows the registration's time, so
      // that the owner can distinguish the links. It shows no text that a stranger typed.
      at: registration.createdAt.toISOString(),
      ...(registration.next && { next: registration.next }),
    },
  });
}

/**
 * Cleans up when an account's address is confirmed. Deletes the account's linked providers, sessions, and
 * registrations. Also deletes the account's consents, except the consents of `kept`, the registration that the user
 * confirmed. Returns the account's new values, from `kept` if given.
 */
export async function settleRegistrations(
  tx: Executor,
  userId: string,
  kept: string | null,
  now: Date,
) {
  const [confirmed] = kept
    ? await tx.select().from(registrations).where(eq(registrations.id, kept))
    : [];
  await tx
    .delete(consents)
    .where(
      and(eq(consents.userId, userId), sql`${consents.registrationId} is distinct from ${kept}`),
    );
  await tx.delete(registrations).where(eq(registrations.userId, userId));
  await tx.delete(identities).where(eq(identities.userId, userId));
  await endSessions(tx, userId, { now });
  if (!confirmed) return { newsletter: false, interest: null, emailConfirmedAt: now };
  const { passwordHash, firstName, lastName, newsletter, interest, language } = confirmed;
  const chosen = { passwordHash, firstName, lastName, newsletter, interest, language };
  return { ...chosen, emailConfirmedAt: now };
}
