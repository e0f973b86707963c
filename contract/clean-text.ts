/*
 * Cleans what people type or paste: programs put characters into a text that nobody sees, and a person cannot
 * correct what is invisible. Browser and back end use the same functions, so a counter agrees with the server.
 */

/** Half of a character outside the basic plane, as a length limit may leave it. PostgreSQL's jsonb rejects it. */
const HALF_CHARACTER = /\p{Surrogate}/gu;
const BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Without these only NFC is left to do: nearly all of what people write, so typing stays fast. */
const SUSPECT = /[^\P{C}\n]|[\p{M}\p{Zl}\p{Zp}]/u;

const LETTER = String.raw`(?:(?![\ufe0e\ufe0f])[\p{L}\p{M}])`;
/** Zero-width joiners and non-joiners change how letters are drawn in Persian or Hindi. They count inside a word only. */
const WORD = String.raw`${LETTER}+(?:[\u200c\u200d]${LETTER}+)*`;
/** One picture: with its colour or its presentation, as the flag of a region, joined with others. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}\ufe0f?|[\ufe0e\ufe0f])?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?`;
const EMOJI = String.raw`${PICTURE}(?:\u200d${PICTURE})*|[0-9#*]\ufe0f\u20e3`;
const INVISIBLE = String.raw`(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\ufe0e\ufe0f]`;
const WHOLE_OR_INVISIBLE = new RegExp(`(${EMOJI}|${WORD})|${INVISIBLE}`, "gu");
/** More accents on one letter are removed: the time to normalize them grows with the square of their number. */
const ACCENTS_MAX = 30;
const ACCENTS = new RegExp(`(\\p{M}{${ACCENTS_MAX}})\\p{M}+`, "gu");
/** U+2800 is a braille cell without dots: visible to Unicode, blank to people. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

function withoutInvisible(text: string): string {
  return (
    text
      .replaceAll(HALF_CHARACTER, "\ufffd")
      .replaceAll(WHOLE_OR_INVISIBLE, (_, whole: string | undefined) => whole ?? "")
      .replaceAll(BREAKS, "\n")
      .replaceAll(ACCENTS, "$1")
      .normalize("NFC")
      // One accent may have become several.
      .replaceAll(ACCENTS, "$1")
  );
}

/** Cleans a piece of a text, such as one that is pasted: the blanks around it stay. */
export function cleanPiece(text: string, isOneLine: boolean): string {
  const clean = SUSPECT.test(text) ? withoutInvisible(text) : text.normalize("NFC");
  return isOneLine ? clean.replaceAll(/[\t\n]+/g, " ") : clean;
}

function trimmed(text: string): string {
  return VISIBLE.test(text) ? text.trim() : "";
}

/** Returns a text as it is stored: NFC, LF, nothing invisible, no blanks around it. (rule application.clean-text) */
export function cleanLines(text: string): string {
  return trimmed(cleanPiece(text, false));
}

/** Returns the text of a field of one line: a line break is a space. */
export function cleanLine(text: string): string {
  return trimmed(cleanPiece(text, true));
}

/** Returns an address with a domain such as "città.it" in the spelling that mail servers know. */
export function cleanEmail(text: string): string {
  const line = cleanLine(text);
  const at = line.lastIndexOf("@") + 1;
  const domain = line.slice(at);
  // Only letters of other alphabets: anything else would become another part of a URL.
  if (at === 0 || PLAIN_DOMAIN.test(domain) || !DOMAIN.test(domain)) return line;
  const url = `https://${domain}`;
  return URL.canParse(url) ? line.slice(0, at) + new URL(url).hostname : line;
}

const PLAIN_DOMAIN = /^[\0-\x7f]*$/;
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;

/** Returns a telephone number in ASCII: digits of other scripts, full-width signs and typographic dashes count as plain ones. */
export function cleanPhone(text: string): string {
  return cleanLine(text.normalize("NFKC"))
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/\s+/g, " ");
}

/** Returns a link with its scheme: "youtu.be/abc" and "http://youtu.be/abc" become "https://youtu.be/abc". */
export function cleanUrl(text: string): string {
  const line = cleanLine(text);
  const rest = line.replace(/^http:\/\//i, "");
  const isAddress = /^[^\s/?#:.]+\.[^\s/?#:]+(?:[/?#]|:\d|$)/.test(rest);
  return isAddress ? `https://${rest}` : line;
}
