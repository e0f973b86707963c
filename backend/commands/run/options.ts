import { parseArgs } from "node:util";
import { type Command, type Given, type Option, UsageError, type Verb } from "./verb";

const CHANGE: Record<string, Option> = {
  yes: { says: "make the change; without it, only show what would happen" },
  by: { value: "NAME", says: "who decided it; default: the user logged in on this machine" },
  "show-mails": { says: "print the emails that would be sent, one of each kind and language" },
  "test-to": { value: "EMAIL", says: "send one of each of these emails to an address, as a test" },
};
const REASON: Option = { value: "TEXT", says: "why; kept in the log" };
const AND: Option = {
  value: "NAME",
  says: "the second person who decided it, where two are required (SECOND_PERSON)",
};
const OVERRIDE: Option = { says: "continue despite what blocks the change; kept in the log" };

/**
 * Returns all options of a command verb. A data-changing verb also has the options that all such verbs share, such as
 * `--yes`.
 */
export function optionsOf(verb: Verb): Record<string, Option> {
  if (!("change" in verb)) return verb.options ?? {};
  return {
    ...(verb.two && { and: AND }),
    ...verb.options,
    ...(!verb.unreasoned && { reason: REASON }),
    ...(verb.refusable && { anyway: OVERRIDE }),
    ...CHANGE,
  };
}

/**
 * Finds the command verb at the start of the arguments. A verb of two words has priority over a verb of one word. If no
 * verb matches, returns the command's verb without a name, or undefined if the command has no such verb.
 */
export function findVerb({ verbs }: Command, args: readonly string[]): Verb | undefined {
  const named = (count: number) => args.slice(0, count).join(" ");
  const find = (words: string) => verbs.find(({ name }) => name === words);
  return find(named(2)) ?? find(named(1)) ?? find("");
}

export const asksHelp = (args: readonly string[]) => args.some((arg) => /^(--help|-h)$/.test(arg));

/** Parses the arguments after the verb's name. Throws a UsageError that lists the valid options. */
export function readGiven(verb: Verb, args: readonly string[]): Given {
  const { positionals, values } = parse(verb, args.slice(wordsOf(verb).length));
  const expected = verb.args ?? [];
  const many = expected.at(-1)?.includes("…");
  for (const [name, { needed, value }] of Object.entries(verb.options ?? {})) {
    if (needed && values[name] === undefined) {
      throw new UsageError(`${shown(name, value)} is missing.`);
    }
  }
  const missing = expected.filter((arg) => !/^\[|…/.test(arg))[positionals.length];
  if (missing) throw new UsageError(`${missing} is missing.`);
  const extra = many ? undefined : positionals[expected.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many.`);
  return {
    arg: (index) => positionals[index],
    rest: (from) => positionals.slice(from),
    option: (name) => (typeof values[name] === "string" ? values[name] : undefined),
    flag: (name) => values[name] === true,
  };
}

const wordsOf = ({ name }: Verb) => name.split(" ").filter(Boolean);

function parse(verb: Verb, args: string[]) {
  const known = optionsOf(verb);
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [, name] = /^Unknown option '(.+?)'/.exec(String((error as Error).message)) ?? [];
    if (name === undefined) throw new UsageError((error as Error).message);
    const names = Object.entries(known).map(([option, { value }]) => shown(option, value));
    const there = names.length > 0 ? `It has ${names.join(", ")}.` : "It has no options.";
    throw new UsageError(
      `${verb.name === "" ? "It" : `"${verb.name}"`} has no option ${name}. ${there}`,
    );
  }
}

/** Returns a command option in the format of the usage line. */
export function shown(name: string, value: string | undefined): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
