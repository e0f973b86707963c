import { writeFile } from "node:fs/promises";
import { readConfig } from "../config";
import { DEMO_ACCOUNTS } from "./demo/accounts";
import { isPlanted } from "./demo/is-planted";

/**
 * The demo: editions, accounts and sent projects, so that every screen has something to show.
 * Running it again changes nothing but the dates of a current edition that is over.
 */
const config = readConfig();
const now = new Date();
if (!(await isPlanted(config, now))) {
  // Loading the mapper and the PDF writer takes longer than all the rest: only when there is work.
  const { plantDemo } = await import("./demo/plant-demo");
  await plantDemo(config, now);
}
if (config.DEMO_FILE) await writeFile(config.DEMO_FILE, `${JSON.stringify(demo(), null, 2)}\n`);

function demo() {
  const { SITE_URL: site, MAILBOX_URL: mailbox } = config;
  return {
    accounts: DEMO_ACCOUNTS.map(({ email, password, role, has }) => ({
      email,
      password,
      role,
      has,
    })),
    mailbox: mailbox ?? null,
    site,
    english: `${site}/en`,
    api: `${site}/wp-json`,
  };
}
