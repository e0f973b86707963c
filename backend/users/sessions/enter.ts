import { and, count, eq } from "drizzle-orm";
import { rolesWith } from "@/contract/roles";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { sessions, users } from "../../db/schema/accounts";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { queueMail } from "../../mail/outbox";
import { askingRoles, hasApp, hasPasskey } from "../factor/held";
import { newChallenge, SIGN_IN } from "../keys/challenges";
import { deviceName } from "./device";
import { placeOf } from "./place";
import { openSession, tokenPair } from "./sessions";

type Entering = Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "language">;
type From = Pick<Dependencies, "config"> & { request: Request };
type Device = { name: string; key: string | null };

/** What the site sends of the mark it keeps in a browser: see lib/api/session/session.ts. */
const DEVICE_HEADER = "x-device";
const DEVICE_MARK = /^[\w-]{20,64}$/;

/**
 * Opens a session for an account that has proved itself, by whatever way in. A device the account
 * has never been opened from is told to its owner by mail; the very first one is no news.
 */
export async function enter(tx: Executor, user: Entering, { request, config }: From, now: Date) {
  const device = deviceOf(request);
  const place = placeOf(request, config);
  if (await isNewDevice(tx, user.id, device)) {
    await queueMail(tx, {
      template: "new_device",
      userId: user.id,
      recipient: user.email,
      language: user.language,
      data: { first_name: user.firstName, device: device.name, place, at: now.toISOString() },
    });
  }
  return openSession(tx, {
    userId: user.id,
    device: device.name,
    deviceKey: device.key,
    place,
    now,
  });
}

/** What follows a first way in: a session, or what is missing still. */
type Entered =
  | Awaited<ReturnType<typeof openSession>>
  | { missing: "second_factor_required" | "key_required"; challenge?: string };

/**
 * Goes on after a password or a provider (rule account.second-factor): an account with an authenticator app is asked
 * for its code; one with a passkey alone, whose role asks for a second factor, for that. It does not throw, so that what
 * was used up stays so.
 */
export async function enterUnlessAsked(
  tx: Executor,
  user: Entering & Pick<typeof users.$inferSelect, "roles">,
  from: From,
  now: Date,
): Promise<Entered> {
  if (await hasApp(tx, user.id)) {
    const challenge = await newChallenge(tx, { ...SIGN_IN, userId: user.id }, now);
    return { missing: "second_factor_required", challenge };
  }
  const asking = askingRoles(rolesWith(user.roles), from.config);
  if (asking.length > 0 && (await hasPasskey(tx, user.id))) {
    return { missing: "key_required" };
  }
  return enter(tx, user, from, now);
}

/** The pair of a session that was opened, or the code for what is missing. */
export function answerEntered(entered: Entered, call: Dependencies) {
  if ("missing" in entered) {
    const { missing, challenge } = entered;
    return fail(missing, challenge === undefined ? {} : { challenge });
  }
  return tokenPair(entered.claims, entered.refreshToken, call);
}

/** Only a hash of the mark is stored: the session list cannot be turned into somebody's mark. */
function deviceOf({ headers }: Request): Device {
  const mark = headers.get(DEVICE_HEADER) ?? "";
  return {
    name: deviceName(headers.get("user-agent")),
    key: DEVICE_MARK.test(mark) ? hashToken(mark) : null,
  };
}

/**
 * Whether the request comes from a browser in which this account was opened before. Nobody else can
 * have its mark, so what strangers try does not count against it (OWASP's "device cookies").
 */
export async function knownBrowser(
  db: Executor,
  email: string,
  request: Request,
): Promise<string | null> {
  const { key } = deviceOf(request);
  if (key === null) return null;
  const [found] = await db
    .select({ one: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(users.email, email), eq(sessions.deviceKey, key)))
    .limit(1);
  return found ? key : null;
}

/** A browser is recognised by its mark. Clients that keep none are recognised by their User-Agent. */
async function isNewDevice(tx: Executor, userId: string, { name, key }: Device): Promise<boolean> {
  const mine = eq(sessions.userId, userId);
  const [any] = await tx.select({ all: count() }).from(sessions).where(mine);
  if (!any?.all || (key === null && name === "")) return false;
  const known = key === null ? eq(sessions.device, name) : eq(sessions.deviceKey, key);
  const [same] = await tx.select({ all: count() }).from(sessions).where(and(mine, known));
  return same?.all === 0;
}
