import { directDatabase, readConfig } from "../config";
import { migrateDatabase } from "../db/migrate";

await migrateDatabase(directDatabase(readConfig()));
