import { and, count, eq } from "drizzle-orm";
import { rolesWith } from "@/contract/roles";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { sessions, users } from "../../db/schema/accounts";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { queueMail } from "../../mail/outbox";
import { deviceName } from "./device";
import { newChallenge, SIGN_IN } from "./passkey-challenges";
import { placeOf } from "./place";
import { askingRoles, hasApp, hasPasskey } from "./second-factor-status";
import { openSession, tokenPair } from "./sessions";

type Entering = Pick<typeof users.$inferSelect, "id" | "email" | "firstName" | "language">;
type From = Pick<Dependencies, "config"> & { request: Request };
type Device = { name: string; key: string | null };

/** Header with the device cookie, which the site stores in a browser (lib/api/session/session.ts). */
const DEVICE_HEADER = "x-device";
const DEVICE_MARK = /^[\w-]{20,64}$/;

/**
 * Opens a session after a successful sign-in by any method. Mails the owner about a new device, but not for the
 * account's first session.
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

/** The result of a first sign-in step: an open session, or the step that is still missing. */
type Entered =
  | Awaited<ReturnType<typeof openSession>>
  | { missing: "second_factor_required" | "key_required"; challenge?: string };

/**
 * Continues a sign-in after a correct password or provider token. Requires a code if the account has an authenticator
 * app. Requires the passkey if a role needs a second factor and the account's only factor is a passkey. Returns the
 * missing step instead of throwing, so that the transaction commits and used tokens stay used. Rule:
 * account.second-factor.
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

/** Returns the tokens of the opened session, or throws the error code of the missing step. */
export function answerEntered(entered: Entered, call: Dependencies) {
  if ("missing" in entered) {
    const { missing, challenge } = entered;
    return fail(missing, challenge === undefined ? {} : { challenge });
  }
  return tokenPair(entered.claims, entered.refreshToken, call);
}

/**
 * Returns the device that sent a request. Contains only a hash of the device cookie, because the stored sessions must
 * not reveal a valid cookie.
 */
function deviceOf({ headers }: Request): Device {
  const mark = headers.get(DEVICE_HEADER) ?? "";
  return {
    name: deviceName(headers.get("user-agent")),
    key: DEVICE_MARK.test(mark) ? hashToken(mark) : null,
  };
}

/**
 * Returns the hashed device cookie of a request if the account has signed in with this cookie before, and otherwise
 * null. Only one browser knows the cookie, so other people's failed attempts do not count against this browser (OWASP's
 * "device cookies").
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

/**
 * Reports whether the device is new to the account. Recognizes browsers by device cookie, and other clients by
 * User-Agent.
 */
async function isNewDevice(tx: Executor, userId: string, { name, key }: Device): Promise<boolean> {
  const mine = eq(sessions.userId, userId);
  const [any] = await tx.select({ all: count() }).from(sessions).where(mine);
  if (!any?.all || (key === null && name === "")) return false;
  const known = key === null ? eq(sessions.device, name) : eq(sessions.deviceKey, key);
  const [same] = await tx.select({ all: count() }).from(sessions).where(and(mine, known));
  return same?.all === 0;
}
