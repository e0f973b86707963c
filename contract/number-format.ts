/**
 * Returns a number format that groups the digits of numbers from 1,000. Intl groups Italian numbers only from 10,000 by
 * default, so a list would show "3000" and "12.000".
 */
export function numberFormat(
  language: string,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { useGrouping: "always", ...options });
}
