import { readFileSync } from "node:fs";

export type DemoAccount = { email: string; password: string; role: string; has: string };

type Demo = { accounts: DemoAccount[] };

/**
 * Returns the demo account with a state (empty_project, half_project, sent_project, evaluations, no_evaluations),
 * otherwise the first account with a role. Throws if the product was started without its demo.
 */
export function demoAccount(name: string): DemoAccount {
  const file = process.env.DEMO_FILE;
  if (!file) throw new Error("DEMO_FILE is not set: run the browser tests by npm run e2e.");
  const { accounts }: Demo = JSON.parse(readFileSync(file, "utf8"));
  const found = accounts.find(({ has, role }) => has === name || role === name);
  if (!found) throw new Error(`No demo account called ${name} in ${file}.`);
  return found;
}
