import type { Language } from "../languages";

/*
 * Placeholders of a letter, such as `{name}`, or `{project|your project}` with a fallback for recipients without a
 * value. Braces have no other meaning in a letter, so the code can report every wrong brace.
 */

/** Values of a recipient that a letter can contain, in the order of their buttons. */
export const PLACEHOLDERS = ["name", "project", "deadline", "stage", "link"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

type Names = Record<Placeholder, string>;
/** Names of a letter's placeholders. Letters in any language accept the names of all languages. */
const NAMES: Record<string, Names> & { it: Names } = {
  it: {
    name: "nome",
    project: "progetto",
    deadline: "scadenza",
    stage: "fase",
    link: "link",
  },
  en: {
    name: "name",
    project: "project",
    deadline: "deadline",
    stage: "stage",
    link: "link",
  },
};

const BY_NAME = new Map(
  Object.values(NAMES).flatMap((names) => PLACEHOLDERS.map((one) => [names[one], one] as const)),
);

/**
 * Returns a placeholder with its name in a language. A language without names uses the Italian names.
 */
export function placeholderIn(language: Language, placeholder: Placeholder): string {
  return `{${(NAMES[language] ?? NAMES.it)[placeholder]}}`;
}

/** A placeholder in a letter. `fallback` is the text for recipients without a value; null if there is none. */
export type PlaceholderPart = { placeholder: Placeholder; fallback: string | null };
export type TextPart = string | PlaceholderPart;

/**
 * Mistakes in the syntax of a letter's placeholders:
 * - `unknown`: no placeholder has this name.
 * - `empty`: the fallback after `|` is missing.
 * - `open`: an opening brace has no closing brace on its line.
 * - `stray`: a closing brace has no opening brace.
 */
export const PLACEHOLDER_MISTAKES = ["unknown", "empty", "open", "stray"] as const;
/** A mistake in a letter's placeholder, and the characters around it. */
export type PlaceholderMistake = { mistake: (typeof PLACEHOLDER_MISTAKES)[number]; at: string };

/** Number of characters shown around a wrong brace in a letter. */
const EXCERPT = 24;

/**
 * Splits a letter's text into literal texts and placeholders. Also returns the mistakes; a wrong placeholder stays
 * literal.
 */
export function parsePlaceholders(text: string): {
  parts: TextPart[];
  mistakes: PlaceholderMistake[];
} {
  const parts: TextPart[] = [];
  const mistakes: PlaceholderMistake[] = [];
  let end = 0;
  for (const match of text.matchAll(/\{([^{}\n]*)\}|[{}]/g)) {
    const [whole, inner] = match;
    if (inner === undefined) {
      mistakes.push(
        whole === "{"
          ? { mistake: "open", at: excerpt(text.slice(match.index), "start") }
          : { mistake: "stray", at: excerpt(text.slice(0, match.index + 1), "end") },
      );
      continue;
    }
    const bar = inner.indexOf("|");
    const name = (bar < 0 ? inner : inner.slice(0, bar)).trim().toLowerCase();
    const fallback = bar < 0 ? null : inner.slice(bar + 1).trim();
    const placeholder = BY_NAME.get(name);
    if (!placeholder) mistakes.push({ mistake: "unknown", at: whole });
    else if (fallback === "") mistakes.push({ mistake: "empty", at: whole });
    else {
      parts.push(text.slice(end, match.index), { placeholder, fallback });
      end = match.index + whole.length;
    }
  }
  parts.push(text.slice(end));
  return { parts: parts.filter((part) => part !== ""), mistakes };
}

/** Returns the end or the start of a text, within one line, to show the position of a mistake. */
function excerpt(text: string, side: "start" | "end"): string {
  const line = (side === "start" ? text.split("\n", 1)[0] : text.split("\n").at(-1)) ?? "";
  const signs = [...line];
  if (signs.length <= EXCERPT) return line;
  return side === "start"
    ? `${signs.slice(0, EXCERPT).join("")}…`
    : `…${signs.slice(-EXCERPT).join("")}`;
}

/** Returns the placeholders of a letter, each once, and whether every use of a placeholder has a fallback. */
export function placeholdersIn(
  ...texts: string[]
): { placeholder: Placeholder; filled: boolean }[] {
  const used = texts
    .flatMap((text) => parsePlaceholders(text).parts)
    .filter((part): part is PlaceholderPart => typeof part !== "string");
  return PLACEHOLDERS.flatMap((placeholder) => {
    const own = used.filter((part) => part.placeholder === placeholder);
    return own.length === 0
      ? []
      : [{ placeholder, filled: own.every(({ fallback }) => fallback !== null) }];
  });
}

/** Adds a fallback to every use of a placeholder without a fallback. */
export function withFallback(text: string, placeholder: Placeholder, fallback: string): string {
  return text.replaceAll(/\{([^{}\n|]*)\}/g, (whole, name: string) =>
    BY_NAME.get(name.trim().toLowerCase()) === placeholder
      ? `{${name.trim()}|${fallback.replaceAll(/[{}|\n]/g, " ").trim()}}`
      : whole,
  );
}
