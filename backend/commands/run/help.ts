import { columns } from "./columns";
import { optionsOf, shown } from "./options";
import type { Command, Verb } from "./verb";

/** How a verb is typed, without the options that every change has. */
export function usageOf({ name: command }: Command, verb: Verb): string {
  const typed = typedFor(verb);
  return typed === "" ? `npm run ${command}` : `npm run ${command} -- ${typed}`;
}

/** What follows the command's name. */
function typedFor(verb: Verb): string {
  const own = Object.entries(verb.options ?? {}).map(([name, { value, needed }]) =>
    needed ? shown(name, value) : `[${shown(name, value)}]`,
  );
  return [verb.name, ...(verb.args ?? []), ...own].filter(Boolean).join(" ");
}

/** What a verb does, its arguments and all its options. */
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

/** Everything a command can do, a line each. */
export function commandHelp(command: Command): string {
  const { name, says, verbs, more } = command;
  const rows = verbs.map((verb) => [
    `  ${[verb.name, ...(verb.args ?? [])].filter(Boolean).join(" ")}`,
    verb.says,
  ]);
  return [
    `npm run ${name} -- …   ${says}`,
    "",
    ...columns(rows),
    "",
    ...(more ? [more, ""] : []),
    `More about one of them: npm run ${name} -- ${verbs[0]?.name} --help`,
  ].join("\n");
}
