import { migrate } from "drizzle-orm/node-postgres/migrator";
import { connect } from "./connect";

/** Brings a database to the newest schema; running it again changes nothing. */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    await migrate(db, { migrationsFolder: "backend/db/migrations" });
  } finally {
    await close();
  }
}
