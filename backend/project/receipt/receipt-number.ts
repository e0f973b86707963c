/** The number on a receipt, such as 2026-000123: the edition's year, and which of its receipts it is. */
export function receiptNumber(year: number, count: number): string {
  return `${year}-${String(count).padStart(6, "0")}`;
}
