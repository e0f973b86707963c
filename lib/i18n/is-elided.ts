type Elided = "true" | "false";

/** Whether Italian elides the article before a date as it is said: l’8 gennaio, dall’11; not before a weekday. */
export function isElided(said: string): Elided {
  return /^(?:8|11)(?!\d)/.test(said) ? "true" : "false";
}

/** A date as an argument of a sentence that has an article before it in Italian. */
export function dated<Name extends string>(name: Name, said: string) {
  return { [name]: said, elided: isElided(said) } as Record<Name, string> & { elided: Elided };
}
