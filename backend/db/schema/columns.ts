import { timestamp, uuid } from "drizzle-orm/pg-core";

export const id = () => uuid().primaryKey().defaultRandom();
/** An instant, milliseconds are enough and travel through ISO texts unchanged. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
export const createdAt = () => instant().notNull().defaultNow();
