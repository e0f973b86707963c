import type { Effect, Plan, Shown } from "@/contract/staff/plan";

/** A line of a plan that says another number than before. */
export type Difference = { was: string | null; is: string | null };

/** How plans are said: a word for each line. */
type Words = {
  effect: (one: Effect) => string;
  against: (one: Effect) => string;
  mail: (one: Plan["mails"][number]) => string;
};

/** What has changed between what was agreed to and what it comes to now, line by line; empty where only the people differ. */
export function differences(before: Shown, now: Shown, words: Words): Difference[] {
  const was = linesOf(before, words);
  const is = linesOf(now, words);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const line = { was: was.get(key) ?? null, is: is.get(key) ?? null };
    return line.was === line.is ? [] : [line];
  });
}

function linesOf({ effects, mails, against }: Shown, words: Words): Map<string, string> {
  return new Map([
    ...effects.map((one) => [`effect ${one.name}`, words.effect(one)] as const),
    ...mails.map((one) => [`mail ${one.template} ${one.language}`, words.mail(one)] as const),
    ...against.map((one) => [`against ${one.name}`, words.against(one)] as const),
  ]);
}
