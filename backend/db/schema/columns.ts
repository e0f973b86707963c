import { sql } from "drizzle-orm";
import { customType, smallint, timestamp, uuid } from "drizzle-orm/pg-core";
import { type Language, languageOf } from "@/contract/languages";

export const id = () => uuid().primaryKey().defaultRandom();
/** Returns a timestamp column. Milliseconds are precise enough and survive ISO strings unchanged. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
/** Returns a check for the contract's values. When the list changes, a test requires a migration. */
export const isOneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(", ")})`);
/** A language column. `languageOf` parses it, because a stored value can be missing from the current list of languages. */
export const languageCode = customType<{ data: Language; driverData: string }>({
  dataType: () => "text",
  fromDriver: languageOf,
});
export const createdAt = () => instant().notNull().defaultNow();
/** The number of a round of the edition. Former builds write the first one. */
export const round = () => smallint().notNull().default(1);
