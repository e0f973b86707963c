import type { Language } from "../languages";

/**
 * Returns the first amount in a table cell, in the number format of the cell's language. Returns null if the cell
 * contains no amount, or a negative amount, which cannot be drawn.
 */
export function amountIn(text: string, language: Language): number | null {
  const found = /([-−–]\s*)?(\d[\d.,]*)/.exec(text);
  if (!found?.[2] || found[1]) return null;
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  const point = parts.find(({ type }) => type === "decimal")?.value;
  const [whole = "", ...rest] = found[2].split(point ?? ".");
  return Number(`${whole.replaceAll(/\D/g, "")}.${rest.join("").replaceAll(/\D/g, "")}0`);
}
