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
/** What somebody entered in the registration form. */
export type Chosen = Omit<Registration, "id" | "userId" | "language"> & { language: Language };

/** Keeps a registration of an address that nobody has proved, and mails the link that confirms it. */
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
 * Mails the link again. Who asks gives an address alone: when it was registered more than once, nothing
 * tells whose registration is meant, and the link is one to choose the password with.
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
      // Which registration the link belongs to: nothing that somebody typed, and the mailbox may hold others'.
      at: registration.createdAt.toISOString(),
      ...(registration.next && { next: registration.next }),
    },
  });
}

/**
 * The address is proved, by confirming the registration `kept` or in another way: what any other
 * registration chose goes, links and consents with it, and nobody is in by what came before. Returns
 * the values the account has from now on.
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
