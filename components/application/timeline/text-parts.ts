export type TextParts = { start: string; own: string; end: string };

/** Number of common characters shown before and after the words in which two texts differ. */
const CONTEXT = 90;

/**
 * Splits two versions of a text into a common beginning, the different words, and a common end. Cuts long common parts,
 * so that one changed word in 3,000 characters is easy to find. If the versions have little in common, all their words
 * count as different.
 */
export function partTexts(mine: string, theirs: string): { mine: TextParts; theirs: TextParts } {
  const [a, b] = [tokensOf(mine), tokensOf(theirs)];
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a[from] === b[from]) from++;
  let after = 0;
  while (after < shorter - from && a.at(-1 - after) === b.at(-1 - after)) after++;
  const own = (tokens: string[]) => tokens.slice(from, tokens.length - after).join("");
  const shared = mine.length - own(a).length;
  if (shared < Math.max(mine.length, theirs.length) / 2) {
    const whole = (text: string) => ({ start: "", own: text, end: "" });
    return { mine: whole(mine), theirs: whole(theirs) };
  }
  const start = lastOf(a.slice(0, from));
  const end = firstOf(after > 0 ? a.slice(-after) : []);
  return { mine: { start, own: own(a), end }, theirs: { start, own: own(b), end } };
}

/** Splits a text into its words and the spaces between them. */
function tokensOf(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? [];
}

function lastOf(tokens: string[]): string {
  const whole = tokens.join("");
  if (whole.length <= CONTEXT) return whole;
  const kept = whole.slice(-CONTEXT);
  return `… ${kept.slice(kept.search(/\s/) + 1)}`;
}

function firstOf(tokens: string[]): string {
  const whole = tokens.join("");
  if (whole.length <= CONTEXT) return whole;
  return `${whole.slice(0, CONTEXT).replace(/\s\S*$/, "")} …`;
}
