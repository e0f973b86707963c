/*
 * Cleans typed and pasted text. Other programs insert invisible characters, which a person cannot see or
 * correct. Browser and back end use the same functions, so a character counter agrees with the server.
 */

/** Half of a surrogate pair, which a length limit can leave behind. PostgreSQL's jsonb rejects it. */
const HALF_CHARACTER = /\p{Surrogate}/gu;
const BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/**
 * Characters that need cleaning. Text without them needs only NFC, which keeps typing fast for nearly all
 * texts.
 */
const SUSPECT = /[^\P{C}\n]|[\p{M}\p{Zl}\p{Zp}]/u;

const LETTER = String.raw`(?:(?![\ufe0e\ufe0f])[\p{L}\p{M}])`;
/**
 * A word. Zero-width joiners and non-joiners change the shape of letters in Persian or Hindi, so they stay
 * inside a word.
 */
const WORD = String.raw`${LETTER}+(?:[\u200c\u200d]${LETTER}+)*`;
/** One emoji, with an optional skin tone or presentation selector, and as the flag of a region. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}\ufe0f?|[\ufe0e\ufe0f])?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?`;
const EMOJI = String.raw`${PICTURE}(?:\u200d${PICTURE})*|[0-9#*]\ufe0f\u20e3`;
const INVISIBLE = String.raw`(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\ufe0e\ufe0f]`;
const WHOLE_OR_INVISIBLE = new RegExp(`(${EMOJI}|${WORD})|${INVISIBLE}`, "gu");
/**
 * Maximum number of accents on one letter. Normalisation takes quadratic time in the number of accents, so
 * further ones are removed.
 */
const ACCENTS_MAX = 30;
const ACCENTS = new RegExp(`(\\p{M}{${ACCENTS_MAX}})\\p{M}+`, "gu");
/** A visible character. U+2800 is a braille cell without dots, which Unicode counts as visible. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

function withoutInvisible(text: string): string {
  return (
    text
      .replaceAll(HALF_CHARACTER, "\ufffd")
      .replaceAll(WHOLE_OR_INVISIBLE, (_, whole: string | undefined) => whole ?? "")
      .replaceAll(BREAKS, "\n")
      .replaceAll(ACCENTS, "$1")
      .normalize("NFC")
      // Normalisation can split one accent into several.
      .replaceAll(ACCENTS, "$1")
  );
}

/** Cleans a part of a text, such as a pasted one. Keeps white space at both ends. */
export function cleanPiece(text: string, isOneLine: boolean): string {
  const clean = SUSPECT.test(text) ? withoutInvisible(text) : text.normalize("NFC");
  return isOneLine ? clean.replaceAll(/[\t\n]+/g, " ") : clean;
}

function trimmed(text: string): string {
  return VISIBLE.test(text) ? text.trim() : "";
}

/**
 * Returns a text in stored form: NFC, LF, without invisible characters and without white space at both ends.
 * (rule application.clean-text)
 */
export function cleanLines(text: string): string {
  return trimmed(cleanPiece(text, false));
}

/** Returns the cleaned text of a one-line field. Line breaks become spaces. */
export function cleanLine(text: string): string {
  return trimmed(cleanPiece(text, true));
}

/**
 * Returns an email address with its domain in ASCII form, which mail servers know: "città.it" becomes
 * Punycode.
 */
export function cleanEmail(text: string): string {
  const line = cleanLine(text);
  const at = line.lastIndexOf("@") + 1;
  const domain = line.slice(at);
  // Converts only domains with non-ASCII letters, because other characters could become a different part of a
  // URL.
  if (at === 0 || PLAIN_DOMAIN.test(domain) || !DOMAIN.test(domain)) return line;
  const url = `https://${domain}`;
  return URL.canParse(url) ? line.slice(0, at) + new URL(url).hostname : line;
}

const PLAIN_DOMAIN = /^[\0-\x7f]*$/;
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;

/** The label that people copy with a phone number: "tel.", "Cell:", "mobile". */
const PHONE_LABEL =
  /^(?:tel(?:efono|\.|ephone)?|cell(?:ulare)?|mob(?:ile)?|phone)[.: ]+(?=[(+0-9])/i;

/** The label that people write after a phone number, in brackets. */
const PHONE_NOTE = / *\((?:tel|cell(?:ulare)?|mob(?:ile)?|uff(?:icio)?|casa|office|home)\.?\)$/i;

/**
 * Returns a phone number in ASCII, without a label before or after it. Converts digits of other scripts, full-width characters,
 * and typographic dashes.
 */
export function cleanPhone(text: string): string {
  return cleanLine(text.normalize("NFKC"))
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/\s+/g, " ")
    .replace(PHONE_LABEL, "")
    .replace(PHONE_NOTE, "");
}

/** Converts a decimal digit of any script. Unicode orders the digits of a script from 0 to 9 without gaps. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Returns a link with its scheme: "youtu.be/abc" and "http://youtu.be/abc" become "https://youtu.be/abc". */
export function cleanUrl(text: string): string {
  const line = cleanLine(text);
  const rest = line.replace(/^http:\/\//i, "");
  const isAddress = /^[^\s/?#:.]+\.[^\s/?#:]+(?:[/?#]|:\d|$)/.test(rest);
  return isAddress ? `https://${rest}` : line;
}
