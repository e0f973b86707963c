import { directDatabase, readConfig } from "../../config";
import { connect } from "../../db/connect";
import { describeError } from "../../http/log";
import { databaseNow } from "../../scheduling/database-clock";
import { openStore } from "../../store/open-store";
import { executeVerb } from "./carry-out";
import { commandHelp, usageOf, verbHelp } from "./help";
import { asksHelp, findVerb, readGiven } from "./options";
import { type Command, CommandError, type Tools, UsageError } from "./verb";

/** Arguments of a command and its output functions. */
export type Terminal = {
  args: readonly string[];
  /** Configuration of the command. The default is the environment of this process. */
  env?: Record<string, string | undefined>;
  print: (line: string) => void;
  complain: (line: string) => void;
};

/**
 * Runs a command with the arguments of this process. Sets the process's exit code to the result of {@link
 * runCommandWith}.
 */
export async function runCommand(command: Command): Promise<void> {
  process.exitCode = await runCommandWith(command, {
    args: process.argv.slice(2),
    print: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
  });
}

/**
 * Runs the verb that the arguments select among the command's verbs. Returns the exit code: 0: success. 1: refusal or
 * failure. 2: wrong usage. 3: a preview; `--yes` makes the change. 4: a preview; the change needs `--yes` and a reason.
 */
export async function runCommandWith(
  command: Command,
  { args, env, print, complain }: Terminal,
): Promise<number> {
  const verb = findVerb(command, args);
  if (asksHelp(args)) {
    print(verb?.name ? verbHelp(command, verb) : commandHelp(command));
    return 0;
  }
  try {
    if (!verb) throw unknownVerb(command, args[0]);
    const given = readGiven(verb, [...args]);
    const bare = { ...given, now: new Date(), print };
    if (command.alone) {
      if ("run" in verb) await verb.run(bare as unknown as Tools);
      return 0;
    }
    const config = readConfig(env);
    const { db, close } = connect(directDatabase(config), { max: 2 });
    try {
      const store = openStore(config);
      const tools: Tools = { ...bare, now: await databaseNow(db), db, config, store };
      if ("change" in verb) return await executeVerb(verb, tools);
      await verb.run(tools);
      return 0;
    } finally {
      await close();
    }
  } catch (error) {
    complain(
      error instanceof CommandError ? error.message : String(describeError(error).message ?? error),
    );
    if (!(error instanceof UsageError)) return 1;
    if (verb) complain(`Usage: ${usageOf(command, verb)}`);
    complain(`More: npm run ${command.name} -- ${verb?.name ? `${verb.name} ` : ""}--help`);
    return 2;
  }
}

function unknownVerb({ name, verbs }: Command, word: string | undefined): UsageError {
  const known = [...new Set(verbs.map((verb) => verb.name))].join(", ");
  if (word === undefined || word.startsWith("-")) {
    return new UsageError(`Name a command: npm run ${name} -- COMMAND. Commands: ${known}.`);
  }
  return new UsageError(`npm run ${name} has no command "${word}". Commands: ${known}.`);
}
