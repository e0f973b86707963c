import { type Column, type SQL, sql } from "drizzle-orm";
import { projectPeople } from "../db/schema/applications";
import { readReceiptNumber } from "../project/receipt/receipt-number";
import { normalisePhone } from "../project/team-rule";

/** Matches a phone number in any notation, or a word. */
const TOKENS = /(?:\+|00)?\(?\d[\d\s()./-]{4,}\d(?![\p{L}\d@_])|\S+/gu;
const IS_PHONE = /^[\d\s+()./-]+$/;
/** Minimum number of digits for a search by phone number. */
const PHONE_DIGITS = 4;

/** Splits a search text into words. A phone number in any notation counts as one word. */
export function searchWords(search: string): string[] {
  const parts = search.split(/\s+/u).filter(Boolean);
  // Do not join the parts of the search text into a phone number if one of the parts is a receipt number.
  if (parts.some(readReceiptNumber)) return parts;
  return search.match(TOKENS) ?? [];
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&");

/**
 * SQL condition: a search text contains a word. The pattern is in a subquery, so that the database calculates it only
 * once.
 */
export const containsWord = (searchText: Column | SQL, word: string): SQL =>
  sql`${searchText} like (select search_key(${`%${escaped(word)}%`}))`;

/**
 * Returns the SQL conditions for a phone number in any notation: `inText` searches the given column, and `isClaimed`
 * searches `project_people`. Returns null if the word is not a phone number.
 */
export function phoneConditions(word: string, searchText: Column) {
  if (!IS_PHONE.test(word)) return null;
  const digits = word.replaceAll(/\D/g, "");
  // Remove the Italian country code (39), because applicants write their numbers with or without it.
  const national = /^[\s(]*(?:\+|00)/.test(word) ? digits.replace(/^(?:00)?(?:39)?/, "") : digits;
  if (national.length < PHONE_DIGITS) return null;
  const pattern = `%${national}%`;
  return {
    inText: sql`${searchText} like ${pattern}`,
    isClaimed: sql`(${projectPeople.phone} like ${pattern} or ${projectPeople.phone} = ${normalisePhone(word)})`,
  };
}
