import { eq } from "drizzle-orm";
import { isEmail } from "@/contract/fields";
import type { login } from "@/contract/users/users";
import { users } from "../../db/schema/accounts";
import { clientAddress } from "../../http/client-address";
import { fail } from "../../http/failure";
import { accountLimit, addressLimit } from "../../http/limits";
import { checkLimit, takeOne } from "../../http/rate-limit";
import type { Call } from "../../http/serve";
import { answerEntered, enterUnlessAsked, knownBrowser } from "../sessions/sign-in";
import { verifyPassword } from "./password";

type Login = Call<typeof login>;
type User = typeof users.$inferSelect;

/**
 * Signs in with an email address and a password. Fails with 401 if they do not match. Reveals problems of the account
 * only if the password is correct.
 */
export async function signIn(call: Login) {
  const { db, now } = call;
  const email = call.body.username || call.body.email || "";
  const user = await oneByOne(email, () => checkPassword(call, email));
  if (user.deactivatedAt) fail("account_deactivated");
  if (!user.emailConfirmedAt) fail("email_not_confirmed");
  const entered = await db.transaction((tx) => enterUnlessAsked(tx, user, call, now()));
  call.notifyMailWorker();
  return answerEntered(entered, call);
}

async function checkPassword(call: Login, email: string) {
  const { db, now, body, request } = call;
  const browser = isEmail(email) ? await knownBrowser(db, email, request) : null;
  // Attempts from a browser that the owner has used before count separately, so that an attacker's guesses cannot lock
  // the owner out.
  const limits = browser
    ? [accountLimit("login", `${email} ${browser}`)]
    : [accountLimit("login", email), addressLimit("login", clientAddress(call))];
  for (const limit of limits) await checkLimit(db, limit, now());
  const user = isEmail(email) ? await findUser(db, email) : undefined;
  const right = await verifyPassword(user?.passwordHash ?? null, body.password);
  if (right && user) {
    // Check the rate limits again, because parallel attempts could have reached them since the first check. The refusal
    // does not reveal that the password was correct.
    for (const limit of limits) await checkLimit(db, limit, now());
    return user;
  }
  // Count the failed attempt for every rate limit, even if one of the limits is already reached.
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
 * Runs sign-in attempts for one account one after the other within a server process. In a burst of attempts, only
 * attempts below the rate limit hash a password, which saves processor time. The rate limits also work without this
 * queue.
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
