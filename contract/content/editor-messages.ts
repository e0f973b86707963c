import { type Language, loadPerLanguage } from "../languages";
import type it from "./editor-messages.it.json";

/** Messages for editors: findings of the content check, and the texts of the WordPress plugin. */
type EditorMessages = typeof it;

/** The name of a rule of the content check. */
export type Rule =
  Extract<keyof EditorMessages, `finding.${string}`> extends `finding.${infer Name}` ? Name : never;

/** All messages for editors, by language. */
export const EDITOR_MESSAGES = await loadPerLanguage<EditorMessages>(
  async (language) => (await import(`./editor-messages.${language}.json`)).default,
);

/** The rule that a content text breaks, and the values that the rule's message quotes. */
export type Told = { rule: Rule; values?: Record<string, string> };

/**
 * Returns a finding of the content check as one sentence in a language. The sentence names the field by its label. For
 * content files, `values.field` replaces the label, because editors of files write the field's name.
 */
export function findingText(
  { rule, field, values }: Told & { field?: string },
  language: Language,
): string {
  const messages: Record<string, string> = EDITOR_MESSAGES[language];
  const named: Record<string, string> = {
    ...(field && { field: messages[`field.${field}`] ?? field }),
    ...values,
  };
  return (messages[`finding.${rule}`] ?? rule).replaceAll(
    /\{(\w+)\}/g,
    (whole, name: string) => named[name] ?? whole,
  );
}
