import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import { openStore } from "../../store/open-store";
import { plantEditions } from "./editions";
import { plantAccounts } from "./seed-accounts";
import { plantProjects } from "./seed-projects";

/** Seeds the demo into an empty database, in one transaction. */
export async function plantDemo(db: Database, config: BackendConfig, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const edition = await plantEditions(tx, config, now);
    const accounts = await plantAccounts(tx, config, now);
    await plantProjects(tx, { edition, accounts, store: openStore(config), config, now });
  });
}
