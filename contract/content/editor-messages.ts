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

/** Returns a finding of the content check as one sentence in a language. */
export function findingText(
  { rule, values = {} }: { rule: Rule; values?: Record<string, string> },
  language: Language,
): string {
  const messages: Record<string, string> = EDITOR_MESSAGES[language];
  const named = values.field
    ? { ...values, field: messages[`field.${values.field}`] ?? values.field }
    : values;
  return (messages[`finding.${rule}`] ?? rule).replaceAll(
    /\{(\w+)\}/g,
    (whole, name: string) => (named as Record<string, string>)[name] ?? whole,
  );
}
