import { dateFormat } from "@/contract/dates";
import { LANGUAGES, type Language, perLanguage } from "@/contract/languages";
import { parsePlaceholders } from "@/contract/staff/letter-placeholders";
import type { LetterTexts } from "@/contract/staff/letters";
import { statedWords } from "./messages";

/**
 * Kind of information that a letter can state as plain text although its recipients differ: a deadline or a selection
 * stage.
 */
export type Stated = "deadline" | "stage";

/** Names of the months, for dates such as "30 novembre" and "November 30". */
const MONTHS = perLanguage((language) =>
  Array.from({ length: 12 }, (_, month) =>
    dateFormat(language, { month: "long", timeZone: "UTC" }).format(
      new Date(Date.UTC(2026, month, 15)),
    ),
  ),
);
/** A time or a date in digits, such as 24:00, 12.30 or 30/11. */
const DIGITS = /\b(?:\d{1,2}[:.]\d{2}|\d{1,2}\/\d{1,2})\b/;

const PATTERNS = perLanguage((language) => {
  const { deadline, stage } = statedWords(language);
  const months = LANGUAGES.flatMap((one) => MONTHS[one]);
  return {
    deadline: startsWord([...deadline, ...months]),
    stage: startsWord(stage),
  };
});

/** Returns a pattern that matches words with one of the given beginnings. */
function startsWord(beginnings: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${beginnings.join("|")})`, "iu");
}

/**
 * Returns whether the literal text of a letter mentions a deadline or a selection stage. Ignores placeholders, because
 * each recipient gets their own value.
 */
export function statedIn(
  { subject, text }: LetterTexts[Language],
  language: Language,
): ReadonlySet<Stated> {
  const literal = [subject, text]
    .flatMap((one) => parsePlaceholders(one).parts)
    .filter((part) => typeof part === "string")
    .join(" ");
  const found = new Set<Stated>();
  if (PATTERNS[language].deadline.test(literal) || DIGITS.test(literal)) found.add("deadline");
  if (PATTERNS[language].stage.test(literal)) found.add("stage");
  return found;
}
