import type { ActionPreview, Effect, PreviewContent } from "@/contract/staff/preview";

/** A line of a preview whose text differs from before; null for a line that one preview lacks. */
export type Difference = { was: string | null; is: string | null };

/** Functions that return the text of each kind of preview line. */
type Words = {
  effect: (one: Effect) => string;
  against: (one: Effect) => string;
  mail: (one: ActionPreview["mails"][number]) => string;
};

/** Returns the lines that differ between two previews of an action. Empty if only the affected people differ. */
export function differences(
  before: PreviewContent,
  now: PreviewContent,
  words: Words,
): Difference[] {
  const was = linesOf(before, words);
  const is = linesOf(now, words);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const line = { was: was.get(key) ?? null, is: is.get(key) ?? null };
    return line.was === line.is ? [] : [line];
  });
}

function linesOf({ effects, mails, against }: PreviewContent, words: Words): Map<string, string> {
  return new Map([
    ...effects.map((one) => [`effect ${one.name}`, words.effect(one)] as const),
    ...mails.map((one) => [`mail ${one.template} ${one.language}`, words.mail(one)] as const),
    ...against.map((one) => [`against ${one.name}`, words.against(one)] as const),
  ]);
}
