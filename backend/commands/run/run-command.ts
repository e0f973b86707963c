import { databaseNow } from "../../clock/database-clock";
import { directDatabase, readConfig } from "../../config";
import { connect } from "../../db/connect";
import { describeError } from "../../http/log";
import { openStore } from "../../store/open-store";
import { carryOut } from "./carry-out";
import { commandHelp, usageOf, verbHelp } from "./help";
import { asksHelp, findVerb, readGiven } from "./options";
import { type Command, CommandError, type Tools, UsageError } from "./verb";

/**
 * Runs a command as its table describes it. Exit code 0 when done, 1 when refused or failed, 2 for
 * wrong usage, 3 when a change was only shown and `--yes` would make it, 4 when it also needs a reason.
 */
export async function runCommand(command: Command): Promise<void> {
  const args = process.argv.slice(2);
  const verb = findVerb(command, args);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const complain = (line: string) => process.stderr.write(`${line}\n`);
  if (asksHelp(args))
    return void print(verb?.name ? verbHelp(command, verb) : commandHelp(command));
  try {
    if (!verb) throw unknownVerb(command, args[0]);
    const given = readGiven(verb, args);
    const bare = { ...given, now: new Date(), print };
    if (command.alone) {
      if ("run" in verb) await verb.run(bare as unknown as Tools);
      return;
    }
    const config = readConfig();
    const { db, close } = connect(directDatabase(config), { max: 2 });
    try {
      const store = openStore(config);
      const tools: Tools = { ...bare, now: await databaseNow(db), db, config, store };
      if ("change" in verb) process.exitCode = await carryOut(verb, tools);
      else await verb.run(tools);
    } finally {
      await close();
    }
  } catch (error) {
    complain(
      error instanceof CommandError ? error.message : String(describeError(error).message ?? error),
    );
    if (error instanceof UsageError) {
      if (verb) complain(`Usage: ${usageOf(command, verb)}`);
      complain(`More: npm run ${command.name} -- ${verb ? `${verb.name} ` : ""}--help`);
    }
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

function unknownVerb({ name, verbs }: Command, word: string | undefined): UsageError {
  const known = [...new Set(verbs.map((verb) => verb.name))].join(", ");
  if (word === undefined || word.startsWith("-")) {
    return new UsageError(`Which one? npm run ${name} can: ${known}.`);
  }
  return new UsageError(`npm run ${name} cannot "${word}". It can: ${known}.`);
}
