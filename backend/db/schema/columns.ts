import { sql } from "drizzle-orm";
import { customType, smallint, timestamp, uuid } from "drizzle-orm/pg-core";
import { type Language, languageOf } from "@/contract/languages";

export const id = () => uuid().primaryKey().defaultRandom();
/** Returns a timestamp column with milliseconds, which ISO strings represent exactly. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
/**
 * Returns a SQL check that a column contains only values of the contract. When the contract's list changes, a test
 * requires a migration.
 */
export const isOneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(", ")})`);
/**
 * A language column. `languageOf` parses the value, because the current list of languages can lack a stored language.
 */
export const languageCode = customType<{ data: Language; driverData: string }>({
  dataType: () => "text",
  fromDriver: languageOf,
});
export const createdAt = () => instant().notNull().defaultNow();
/** The number of an evaluation round. The default is 1, because older builds do not set the column. */
export const round = () => smallint().notNull().default(1);
