const ACCENTED: Record<string, string> = {
  a: "å",
  e: "ë",
  i: "ï",
  o: "ö",
  u: "ü",
  A: "Å",
  E: "Ë",
  I: "Ï",
  O: "Ö",
  U: "Ü",
};
/** Matches the start of a message argument with alternatives, such as {count, plural, one {…} other {…}}. */
const CHOICE = /^\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/;

/** Returns a message catalogue in a pseudo-language: every text has accents and is a third longer. */
export function pseudo(words: unknown): unknown {
  if (typeof words === "string") return pseudoText(words);
  if (Array.isArray(words)) return words.map(pseudo);
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, pseudo(value)]));
}

/** Returns a message in the pseudo-language. Arguments and tags stay unchanged. */
export function pseudoText(message: string): string {
  let made = "";
  for (let at = 0; at < message.length; ) {
    const rest = message.slice(at);
    if (rest.startsWith("{")) {
      const argument = rest.slice(0, closing(rest));
      made += CHOICE.test(argument) ? pseudoChoice(argument) : argument;
      at += argument.length;
      continue;
    }
    const tag = /^<\/?\w+\/?>/.exec(rest)?.[0];
    const text = /^[^{<]+/.exec(rest)?.[0] ?? rest.charAt(0);
    made += tag ?? text.replaceAll(/[^\s]+/g, pseudoWord);
    at += (tag ?? text).length;
  }
  return made;
}

/**
 * Translates the alternatives of a message argument to the pseudo-language. The argument's name, its kind, and the
 * cases stay unchanged.
 */
function pseudoChoice(argument: string): string {
  const head = CHOICE.exec(argument)?.[0] ?? "";
  let made = head;
  for (let at = head.length; at < argument.length - 1; ) {
    const rest = argument.slice(at);
    const part = rest.startsWith("{")
      ? rest.slice(0, closing(rest))
      : (/^[^{]+/.exec(rest)?.[0] ?? "");
    made += part.startsWith("{") ? `{${pseudoText(part.slice(1, -1))}}` : part;
    at += part.length;
  }
  return `${made}}`;
}

/** Doubles two of three vowels, which makes a word about a third longer. Addresses and numbers stay unchanged. */
function pseudoWord(word: string): string {
  if (/[@/]|^[^\p{L}]*$/u.test(word)) return word;
  let vowels = 0;
  return word.replaceAll(/[aeiou]/gi, (vowel) => {
    const accented = ACCENTED[vowel] ?? vowel;
    return vowels++ % 3 === 2 ? accented : accented + accented.toLowerCase();
  });
}

/** Returns the position directly after the closing brace of the message argument at the start of a text. */
function closing(text: string): number {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") open++;
    if (text[at] === "}" && --open === 0) return at + 1;
  }
  throw new Error(`not closed: ${text}`);
}
