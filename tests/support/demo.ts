import { readFileSync } from "node:fs";

export type DemoAccount = { email: string; password: string; role: string };

type Demo = { accounts: DemoAccount[] };

/** The first seeded account of a role. Throws when the product was started without its demo. */
export function demoAccount(role: string): DemoAccount {
  const file = process.env.DEMO_FILE;
  if (!file) throw new Error("DEMO_FILE is not set: run the browser tests by npm run e2e.");
  const { accounts }: Demo = JSON.parse(readFileSync(file, "utf8"));
  const found = accounts.find((account) => account.role === role);
  if (!found) throw new Error(`No demo account with the role ${role} in ${file}.`);
  return found;
}
