import type { Database } from "../../db/connect";
import { findAccount } from "../../users/administer";
import { CommandError } from "../run/verb";

/** The account with an address. */
export async function knownAccount(db: Database, email: string) {
  const user = await findAccount(db, email);
  if (!user) throw new CommandError(`There is no account with ${email}.`);
  return user;
}
