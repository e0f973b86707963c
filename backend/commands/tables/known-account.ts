import type { Database } from "../../db/connect";
import { findAccount } from "../../users/administer";
import { CommandError } from "../run/verb";

/** Returns the account with the given email address. Throws a CommandError if the account does not exist. */
export async function knownAccount(db: Database, email: string) {
  const user = await findAccount(db, email);
  if (!user) throw new CommandError(`There is no account with ${email}.`);
  return user;
}
