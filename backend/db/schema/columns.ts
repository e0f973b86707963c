import { sql } from "drizzle-orm";
import { customType, timestamp, uuid } from "drizzle-orm/pg-core";
import { type Language, languageOf } from "@/contract/languages";

export const id = () => uuid().primaryKey().defaultRandom();
/** An instant; milliseconds are enough, and survive ISO strings unchanged. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
/** The check that a column holds one of the contract's values: when the list changes, a test asks for the migration. */
export const isOneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(", ")})`);
/** A language, read by the one parser: a row may be older than the list of languages. */
export const languageCode = customType<{ data: Language; driverData: string }>({
  dataType: () => "text",
  fromDriver: languageOf,
});
export const createdAt = () => instant().notNull().defaultNow();
