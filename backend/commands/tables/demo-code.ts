import { eq } from "drizzle-orm";
import { cleanEmail } from "@/contract/text/clean-text";
import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import { authenticatorApps } from "../../db/schema/passkeys";
import { unseal } from "../../users/second-factor/seal";
import { codeAt, stepAt, uriOf } from "../../users/second-factor/totp";
import { DEMO_ACCOUNTS } from "../demo/accounts";
import { CommandError, type Verb } from "../run/verb";
import { knownAccount } from "./known-account";

/**
 * Prints a second-factor code, so that visitors can try the roles that require a second factor. The command works only
 * for demo accounts, whose password is public.
 */
export const DEMO_CODE: Verb = {
  name: "demo-code",
  args: ["EMAIL"],
  says: "the code and secret of a demo account's authenticator app",
  run: async ({ db, config, arg, now, print }) => {
    const { code, uri } = await demoCode(db, config, arg(0) ?? "", now);
    print(`Code: ${code} (valid once, for about half a minute)\nFor an authenticator app: ${uri}`);
  },
};

/** Returns a second-factor code that a demo account accepts now, and the URI for an authenticator app. */
export async function demoCode(db: Database, config: BackendConfig, typed: string, now: Date) {
  const email = cleanEmail(typed).toLowerCase();
  if (!DEMO_ACCOUNTS.some((one) => one.email === email)) {
    throw new CommandError(`${typed} is not a demo account: only its owner has the code.`);
  }
  const { id } = await knownAccount(db, email);
  const [app] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, id));
  if (!app) throw new CommandError(`${email} has no authenticator app: the password is enough.`);
  const secret = unseal(app.secret, id, config);
  if (secret === null) throw new CommandError("No TOKEN_SECRET decrypts the secret of the app.");
  // Each second-factor code works only once. If the current code is used, returns the code of the next half-minute,
  // which the account also accepts.
  const step = Math.max(stepAt(now), app.lastStep + 1);
  if (step > stepAt(now) + 1) {
    throw new CommandError("Both codes of this minute are used: try again in half a minute.");
  }
  return { code: codeAt(secret, step), uri: uriOf(secret, config.PROGRAMME_NAME, email) };
}
