import { eq } from "drizzle-orm";
import { isEmail } from "@/contract/fields";
import type { login } from "@/contract/users/users";
import { users } from "../../db/schema/accounts";
import { clientAddress } from "../../http/client-address";
import { fail } from "../../http/failure";
import { accountLimit, addressLimit } from "../../http/limits";
import { checkLimit, countOne } from "../../http/rate-limit";
import type { Call } from "../../http/serve";
import { verifyPassword } from "../passwords/password";
import { enter, knownBrowser } from "./enter";
import { tokenPair } from "./sessions";

type Login = Call<typeof login>;
type User = typeof users.$inferSelect;

/** Signs in: 401 for a wrong pair; what is wrong with the account only to anyone who has its password. */
export async function signIn(call: Login) {
  const { db, now } = call;
  const email = (call.body.username || call.body.email || "").trim().toLowerCase();
  const user = await oneByOne(email, () => checkPassword(call, email));
  if (user.deactivatedAt) fail("account_deactivated");
  if (!user.emailConfirmedAt) fail("email_not_confirmed");
  const { claims, refreshToken } = await db.transaction((tx) =>
    enter(tx, user, call.request, now()),
  );
  call.wakeMail();
  return tokenPair(claims, refreshToken, call);
}

async function checkPassword({ db, now, config, body, request }: Login, email: string) {
  const browser = isEmail(email) ? await knownBrowser(db, email, request) : null;
  // The owner's own browser has its own count: guessing from elsewhere locks nobody out.
  const limits = browser
    ? [accountLimit("login", `${email} ${browser}`)]
    : [
        accountLimit("login", email),
        addressLimit("login", clientAddress(request, config.TRUSTED_HOPS)),
      ];
  for (const limit of limits) await checkLimit(db, limit, now());
  const user = isEmail(email) ? await findUser(db, email) : undefined;
  if (!(await verifyPassword(user?.passwordHash ?? null, body.password)) || !user) {
    for (const limit of limits) await countOne(db, limit, now());
    return fail("invalid_credentials");
  }
  return user;
}

async function findUser(db: Login["db"], email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}

const queues = new Map<string, Promise<unknown>>();

/**
 * Attempts on one account wait for each other, so that parallel ones cannot slip past the limit together
 * before the first failure is counted.
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
