/**
 * Returns a number format that groups the digits of every number from 1,000. By default, Intl groups Italian numbers only
 * from 10,000, so that "3000" would stand beside "12.000".
 */
export function numberFormat(
  language: string,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { useGrouping: "always", ...options });
}
