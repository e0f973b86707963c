type Elided = "true" | "false";
type Article = "elided" | "zero" | "plain";

/**
 * Reports whether Italian elides the article before a formatted date, as in l’8 gennaio and dall’11. Before a weekday
 * there is no elision.
 */
export function isElided(said: string): Elided {
  return /^(?:8|11)(?!\d)/.test(said) ? "true" : "false";
}

/**
 * Returns a message's arguments for a formatted date: the date itself, and whether Italian elides the article before
 * it. For messages with an article before the date.
 */
export function dated<Name extends string>(name: Name, said: string) {
  return { [name]: said, elided: isElided(said) } as Record<Name, string> & { elided: Elided };
}

/**
 * Returns a message's arguments for a whole number: the number itself, and the form of the Italian article before it.
 * Examples of the forms: all’8%, all’11%, all’80%, but allo 0% and al 18%. For an ordinal: dal 1º, dall’8º.
 */
export function counted<Name extends string>(name: Name, count: number, as?: "ordinal") {
  const digits = String(Math.round(count));
  // The first group of up to three digits decides the first spoken word of the number. In Italian, this word starts
  // with a vowel if the group starts with 8 (8, 80, 800, 8,000) or is 11.
  const first = digits.slice(0, digits.length % 3 || 3);
  const isVowel = first.startsWith("8") || first === "11" || (digits === "1" && !as);
  const article = digits === "0" ? "zero" : isVowel ? "elided" : "plain";
  return { [name]: count, [`${name}Article`]: article } as Record<Name, number> &
    Record<`${Name}Article`, Article>;
}
