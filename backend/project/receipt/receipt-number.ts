/** Returns a receipt number such as 2026-000123, from the edition's year and the count of receipts. */
export function receiptNumber(year: number, count: number): string {
  return `${year}-${String(count).padStart(6, "0")}`;
}
