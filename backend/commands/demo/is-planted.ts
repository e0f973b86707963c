import { Client } from "pg";
import type { BackendConfig } from "../../config";
import { DEMO_ACCOUNTS } from "./accounts";

/** Whether the demo stands complete, with an edition that is open: then a start has nothing to do. */
export async function isPlanted(config: BackendConfig, now: Date): Promise<boolean> {
  // Configured dates may have changed since the last start.
  if (config.EDITION_YEAR || config.EDITION_OPENS_ON || config.EDITION_CLOSES_ON) return false;
  const client = new Client({ connectionString: config.DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ planted: boolean }>(
      `select
         (select count(*) from users where email = any($1)) = $2
         and exists (
           select from submissions
           join editions on editions.id = submissions.edition_id
           where editions.year = (select max(year) from editions where opens_at <= $3) and editions.closes_at > $3
         ) as planted`,
      [DEMO_ACCOUNTS.map(({ email }) => email), DEMO_ACCOUNTS.length, now],
    );
    return rows[0]?.planted ?? false;
  } finally {
    await client.end();
  }
}
