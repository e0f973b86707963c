import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import { openStore } from "../../store/open-store";
import { seedEditions } from "./editions";
import { seedAccounts } from "./seed-accounts";
import { seedProjects } from "./seed-projects";

/** Seeds the demo into an empty database, in one transaction. */
export async function seedDemo(db: Database, config: BackendConfig, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const edition = await seedEditions(tx, config, now);
    const accounts = await seedAccounts(tx, config, now);
    await seedProjects(tx, { edition, accounts, store: openStore(config), config, now });
  });
}
