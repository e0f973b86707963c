import { type Column, type SQL, sql } from "drizzle-orm";
import { projectPeople } from "../db/schema/applications";
import { readReceiptNumber } from "../project/receipt/receipt-number";
import { normalisePhone } from "../project/team-rule";

/** A phone number in any notation, or a word. */
const TOKENS = /(?:\+|00)?\(?\d[\d\s()./-]{4,}\d(?![\p{L}\d@_])|\S+/gu;
const IS_PHONE = /^[\d\s+()./-]+$/;
/** Minimum number of digits that are compared with phone numbers. */
const PHONE_DIGITS = 4;

/** Splits a search text into words. A phone number is one word, in any notation. */
export function searchWords(search: string): string[] {
  const parts = search.split(/\s+/u).filter(Boolean);
  // Receipt numbers look like phone numbers.
  if (parts.some(readReceiptNumber)) return parts;
  return search.match(TOKENS) ?? [];
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&");

/**
 * Condition: a search text contains a word. The database calculates the pattern once, because it is in a subquery.
 */
export const containsWord = (searchText: Column | SQL, word: string): SQL =>
  sql`${searchText} like (select search_key(${`%${escaped(word)}%`}))`;

/**
 * Returns the conditions for a phone number in any notation: `inText` for a search text that contains digits, and
 * `isClaimed` over `project_people`. Returns null if the word is not a phone number.
 */
export function phoneConditions(word: string, searchText: Column) {
  if (!IS_PHONE.test(word)) return null;
  const digits = word.replaceAll(/\D/g, "");
  // Without the Italian prefix, because applicants write their numbers with it or without it.
  const national = /^[\s(]*(?:\+|00)/.test(word) ? digits.replace(/^(?:00)?(?:39)?/, "") : digits;
  if (national.length < PHONE_DIGITS) return null;
  const pattern = `%${national}%`;
  return {
    inText: sql`${searchText} like ${pattern}`,
    isClaimed: sql`(${projectPeople.phone} like ${pattern} or ${projectPeople.phone} = ${normalisePhone(word)})`,
  };
}
