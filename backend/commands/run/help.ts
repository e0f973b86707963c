import { columns } from "./columns";
import { optionsOf, shown } from "./options";
import type { Command, Verb } from "./verb";

/**
 * Returns the usage line of a command verb, without the options that all data-changing verbs share, such as `--yes`.
 */
export function usageOf({ name: command }: Command, verb: Verb): string {
  const typed = typedFor(verb);
  return typed === "" ? `npm run ${command}` : `npm run ${command} -- ${typed}`;
}

/** Returns the arguments and options of a verb in usage format. */
function typedFor(verb: Verb): string {
  const own = Object.entries(verb.options ?? {}).map(([name, { value, needed }]) =>
    needed ? shown(name, value) : `[${shown(name, value)}]`,
  );
  return [verb.name, ...(verb.args ?? []), ...own].filter(Boolean).join(" ");
}

/** Returns the help of a command verb: its purpose, its arguments, and all its options. */
export function verbHelp(command: Command, verb: Verb): string {
  const options = Object.entries(optionsOf(verb)).map(([name, { value, says }]) => [
    `  ${shown(name, value)}`,
    says,
  ]);
  return [
    usageOf(command, verb),
    "",
    verb.says,
    ...(verb.more ? ["", verb.more] : []),
    ...(options.length > 0 ? ["", "Options:", ...columns(options)] : []),
  ].join("\n");
}

/** Returns the help of a command, with one line per verb. */
export function commandHelp(command: Command): string {
  const { name, says, verbs, more } = command;
  const rows = verbs.map((verb) => [
    `  ${[verb.name, ...(verb.args ?? [])].filter(Boolean).join(" ")}`,
    verb.says,
  ]);
  const named = verbs.find((verb) => verb.name !== "");
  return [
    `npm run ${name} -- …   ${says}`,
    "",
    ...columns(rows),
    ...(more ? ["", more] : []),
    ...(named ? ["", `Help for a command: npm run ${name} -- ${named.name} --help`] : []),
  ].join("\n");
}
