/** Returns a receipt number such as 2026-000123, from the edition's year and the receipt's sequence number. */
export function receiptNumber(year: number, count: number): string {
  return `${year}-${String(count).padStart(6, "0")}`;
}

/** Parses a receipt number, with or without leading zeros. Returns null for any other text. */
export function readReceiptNumber(text: string): string | null {
  const [, year, count] = /^(\d{4})-(\d{1,6})$/.exec(text) ?? [];
  return year && count ? receiptNumber(Number(year), Number(count)) : null;
}
