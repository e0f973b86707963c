import type { BackendConfig } from "../../config";
import { connect } from "../../db/connect";
import { ensureEditions } from "./editions";
import { plantAccounts } from "./plant-accounts";
import { plantProjects } from "./plant-projects";

/** Plants what is missing of the demo, all of it or nothing. */
export async function plantDemo(config: BackendConfig, now: Date): Promise<void> {
  const { db, close } = connect(config.DATABASE_URL, { max: 1 });
  try {
    await db.transaction(async (tx) => {
      const edition = await ensureEditions(tx, config, now);
      const accounts = await plantAccounts(tx, now);
      await plantProjects(tx, { edition, accounts, filesDir: config.FILES_DIR, now });
    });
  } finally {
    await close();
  }
}
