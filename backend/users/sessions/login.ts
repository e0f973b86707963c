import { eq } from "drizzle-orm";
import { isEmail } from "@/contract/fields";
import type { login } from "@/contract/users/users";
import { users } from "../../db/schema/accounts";
import { clientAddress } from "../../http/client-address";
import { fail } from "../../http/failure";
import { accountLimit, addressLimit } from "../../http/limits";
import { checkLimit, takeOne } from "../../http/rate-limit";
import type { Call } from "../../http/serve";
import { verifyPassword } from "../passwords/password";
import { answerEntered, enterUnlessAsked, knownBrowser } from "./enter";

type Login = Call<typeof login>;
type User = typeof users.$inferSelect;

/** Signs in: 401 for a wrong pair; what is wrong with the account only to anyone who has its password. */
export async function signIn(call: Login) {
  const { db, now } = call;
  const email = call.body.username || call.body.email || "";
  const user = await oneByOne(email, () => checkPassword(call, email));
  if (user.deactivatedAt) fail("account_deactivated");
  if (!user.emailConfirmedAt) fail("email_not_confirmed");
  const entered = await db.transaction((tx) => enterUnlessAsked(tx, user, call, now()));
  call.wakeMail();
  return answerEntered(entered, call);
}

async function checkPassword(call: Login, email: string) {
  const { db, now, body, request } = call;
  const browser = isEmail(email) ? await knownBrowser(db, email, request) : null;
  // The owner's own browser has its own count: guessing from elsewhere locks nobody out.
  const limits = browser
    ? [accountLimit("login", `${email} ${browser}`)]
    : [accountLimit("login", email), addressLimit("login", clientAddress(call))];
  for (const limit of limits) await checkLimit(db, limit, now());
  const user = isEmail(email) ? await findUser(db, email) : undefined;
  const right = await verifyPassword(user?.passwordHash ?? null, body.password);
  if (right && user) {
    // Others that were checked at the same time may have used it up: nothing is told past the limit.
    for (const limit of limits) await checkLimit(db, limit, now());
    return user;
  }
  // Each is counted before one of them refuses.
  const counted = await Promise.allSettled(limits.map((limit) => takeOne(db, limit, now())));
  const refused = counted.find((one) => one.status === "rejected");
  if (refused) throw refused.reason;
  return fail("invalid_credentials");
}

async function findUser(db: Login["db"], email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}

const queues = new Map<string, Promise<unknown>>();

/**
 * Attempts on one account wait for each other in a node: of a burst only those below the limit are hashed, which takes a
 * processor's time. What is counted and refused does not hang on it.
 */
async function oneByOne<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  queues.set(key, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(key) === mine) queues.delete(key);
  }
}
