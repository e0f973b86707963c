import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** What public pages show that has changed, by the tag of the pages: how often, and when last. */
export const refreshes = pgTable("refreshes", {
  tag: text().primaryKey(),
  count: bigint({ mode: "number" }).notNull(),
  at: instant().notNull(),
});
