import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Changes of public pages by cache tag: number of changes, and time of the last change. */
export const refreshes = pgTable("refreshes", {
  tag: text().primaryKey(),
  count: bigint({ mode: "number" }).notNull(),
  at: instant().notNull(),
});
