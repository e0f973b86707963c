/*
 * Cleans typed and pasted text. Other programs insert invisible characters, which people cannot see or correct. Browser
 * and back end both use these functions, so that the character counter in the browser shows the length that the server
 * checks.
 */

/**
 * Pattern of half a surrogate pair, which remains if a program cuts a text inside a character. PostgreSQL's jsonb
 * rejects such a half.
 */
const HALF_CHARACTER = /\p{Surrogate}/gu;
const BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/**
 * Pattern of characters that need cleaning. A text without such characters only needs NFC normalisation, so typing
 * stays fast for nearly all texts.
 */
const SUSPECT = /[^\P{C}\n]|[\p{M}\p{Zl}\p{Zp}]/u;

const LETTER = String.raw`(?:(?![\ufe0e\ufe0f])[\p{L}\p{M}])`;
/**
 * Pattern of a word. Zero-width joiners and non-joiners change the shape of letters in Persian or Hindi, so they stay
 * inside a word.
 */
const WORD = String.raw`${LETTER}+(?:[\u200c\u200d]${LETTER}+)*`;
/** Pattern of one emoji, with an optional skin tone or presentation selector, or of a region's flag. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}\ufe0f?|[\ufe0e\ufe0f])?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?`;
const EMOJI = String.raw`${PICTURE}(?:\u200d${PICTURE})*|[0-9#*]\ufe0f\u20e3`;
const INVISIBLE = String.raw`(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\ufe0e\ufe0f]`;
const WHOLE_OR_INVISIBLE = new RegExp(`(${EMOJI}|${WORD})|${INVISIBLE}`, "gu");
/**
 * Maximum number of accents on one letter. Further accents are removed, because normalisation takes quadratic time in
 * their number.
 */
const ACCENTS_MAX = 30;
const ACCENTS = new RegExp(`(\\p{M}{${ACCENTS_MAX}})\\p{M}+`, "gu");
/** Pattern of a visible character. U+2800 is a braille cell without dots, which Unicode wrongly counts as visible. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

function withoutInvisible(text: string): string {
  return (
    text
      .replaceAll(HALF_CHARACTER, "\ufffd")
      .replaceAll(WHOLE_OR_INVISIBLE, (_, whole: string | undefined) => whole ?? "")
      .replaceAll(BREAKS, "\n")
      .replaceAll(ACCENTS, "$1")
      .normalize("NFC")
      // Limit the number of accents again, because normalisation can split one accent into several.
      .replaceAll(ACCENTS, "$1")
  );
}

/** Cleans a part of a text, such as pasted text. Keeps white space at both ends of the part. */
export function cleanPiece(text: string, isOneLine: boolean): string {
  const clean = SUSPECT.test(text) ? withoutInvisible(text) : text.normalize("NFC");
  return isOneLine ? clean.replaceAll(/[\t\n]+/g, " ") : clean;
}

function trimmed(text: string): string {
  return VISIBLE.test(text) ? text.trim() : "";
}

/**
 * Returns the stored form of a text with several lines: NFC, LF line ends, without invisible characters, and without
 * white space at both ends (rule application.clean-text).
 */
export function cleanLines(text: string): string {
  return trimmed(cleanPiece(text, false));
}

/** Returns the cleaned text of a one-line field. Line breaks become spaces. */
export function cleanLine(text: string): string {
  return trimmed(cleanPiece(text, true));
}

/** Returns an email address with its domain in the ASCII form that mail servers use: "città.it" becomes Punycode. */
export function cleanEmail(text: string): string {
  const line = cleanLine(text);
  const at = line.lastIndexOf("@") + 1;
  const domain = line.slice(at);
  // Convert only domains of letters, digits, dots and hyphens that contain a non-ASCII letter. The URL parser could
  // read other characters as the start of a path or port.
  if (at === 0 || PLAIN_DOMAIN.test(domain) || !DOMAIN.test(domain)) return line;
  const url = `https://${domain}`;
  return URL.canParse(url) ? line.slice(0, at) + new URL(url).hostname : line;
}

const PLAIN_DOMAIN = /^[\0-\x7f]*$/;
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;

/** Pattern of a label that people copy together with a phone number: "tel.", "Cell:", "mobile". */
const PHONE_LABEL =
  /^(?:tel(?:efono|\.|ephone)?|cell(?:ulare)?|mob(?:ile)?|phone)[.: ]+(?=[(+0-9])/i;

/** Pattern of a note in brackets that people write after a phone number: "(office)". */
const PHONE_NOTE = / *\((?:tel|cell(?:ulare)?|mob(?:ile)?|uff(?:icio)?|casa|office|home)\.?\)$/i;

/**
 * Returns a phone number in ASCII, without a label before or after the number. Converts digits of other scripts,
 * full-width characters, and typographic dashes.
 */
export function cleanPhone(text: string): string {
  return cleanLine(text.normalize("NFKC"))
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/\s+/g, " ")
    .replace(PHONE_LABEL, "")
    .replace(PHONE_NOTE, "");
}

/** Converts a decimal digit of any script to ASCII. Unicode orders the digits of a script from 0 to 9 without gaps. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Returns a link with the scheme https: "youtu.be/abc" and "http://youtu.be/abc" become "https://youtu.be/abc". */
export function cleanUrl(text: string): string {
  const line = cleanLine(text);
  const rest = line.replace(/^http:\/\//i, "");
  const isAddress = /^[^\s/?#:.]+\.[^\s/?#:]+(?:[/?#]|:\d|$)/.test(rest);
  return isAddress ? `https://${rest}` : line;
}
