import { type Language, loadPerLanguage } from "../languages";
import { FIELD_NAMES, type FieldNames, type Names, type ProjectField } from "./project-fields";

const NAMES = await loadPerLanguage<FieldNames>(
  async (language) => (await import(`./field-names.${language}.ts`)).names,
);

/**
 * Names of all fields of the application, for each use: as an input's label, in a list of several steps, and above an
 * answer.
 */
export type NamesByPlace = Record<keyof Names, Record<ProjectField, string>>;

/** Returns the names of all fields of the application in a language. */
export function fieldNames(language: Language): NamesByPlace {
  const names = NAMES[language];
  const each = (nameOf: (names: Names) => string) =>
    Object.fromEntries(FIELD_NAMES.map((field) => [field, nameOf(names[field])])) as Record<
      ProjectField,
      string
    >;
  return {
    label: each(({ label }) => label),
    name: each(({ label, name = label }) => name),
    short: each(({ label, short = label }) => short),
  };
}

/**
 * Returns a field's name for use inside a sentence, with a lower-case first letter: "Role of the contact" becomes "role
 * of the contact". Names that start with an abbreviation, such as "CEO", do not change.
 */
export function inSentence(name: string): string {
  return name.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}
