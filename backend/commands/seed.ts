import { writeFile } from "node:fs/promises";
import { directDatabase, readConfig } from "../config";
import { connect } from "../db/connect";
import { prepareDemo } from "./demo/prepare-demo";

/** Seeds the demo: editions, accounts, and submitted applications, so that each page has content. */
const config = readConfig();
const { db, close } = connect(directDatabase(config), { max: 1 });
try {
  const { accounts, notes } = await prepareDemo(db, config, new Date());
  for (const note of notes) process.stdout.write(`${note}\n`);
  const { SITE_URL: site, MAILBOX_URL: mailbox } = config;
  const demo = {
    accounts: accounts.map(({ email, password, role, has }) => ({ email, password, role, has })),
    notes,
    mailbox: mailbox ?? null,
    site,
    english: `${site}/en`,
    api: `${site}/wp-json`,
  };
  if (config.DEMO_FILE) await writeFile(config.DEMO_FILE, `${JSON.stringify(demo, null, 2)}\n`);
} finally {
  await close();
}
