export type TextParts = { start: string; own: string; end: string };

/** Characters of what both versions share that are still shown beside a difference. */
const CONTEXT = 90;

/**
 * A diff of two versions of a text: the beginning and end they share, and each one's own
 * words in between. Long shared parts are cut down to what surrounds the difference, so that one changed
 * word in three thousand characters is found; two texts that share little have no common part.
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

/** Words and the spaces between them. */
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
