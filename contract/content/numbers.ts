import type { Language } from "../languages";

/** The amount that a cell of a table says, as its language writes numbers; null when it says none, or one below zero. */
export function amountIn(text: string, language: Language): number | null {
  const found = /([-−–]\s*)?(\d[\d.,]*)/.exec(text);
  if (!found?.[2] || found[1]) return null;
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  const point = parts.find(({ type }) => type === "decimal")?.value;
  const [whole = "", ...rest] = found[2].split(point ?? ".");
  return Number(`${whole.replaceAll(/\D/g, "")}.${rest.join("").replaceAll(/\D/g, "")}0`);
}
