import type { TwoPersonAction } from "@/contract/endpoint";
import type { ActionContext } from "../../audit-log/entries";
import type { QueuedMailRow } from "../../audit-log/execute-or-roll-back";
import { RuleViolation } from "../../audit-log/rule-violation";
import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import type { FileStore } from "../../store/store";

/**
 * Option of a command verb. `value` is the placeholder for the option's value in the help. An option without `value` is
 * a switch.
 */
export type Option = { value?: string; says: string; needed?: true };

/** The typed arguments and options of a command, parsed according to its verb. */
export type Given = {
  /** Returns the argument at an index, or undefined if it is missing. */
  arg: (index: number) => string | undefined;
  /** Returns all arguments from an index to the end. */
  rest: (from: number) => string[];
  option: (name: string) => string | undefined;
  flag: (name: string) => boolean;
};

export type Tools = Given & {
  db: Database;
  config: BackendConfig;
  store: FileStore;
  now: Date;
  print: (line: string) => void;
};

/** Result of a change that a command makes. The result is the same for a preview and for a real run. */
export type Change = {
  /** Output lines that describe the change. */
  lines: string[];
  /** Additional output lines with warnings about the change. */
  notes?: string[];
  /** Reasons that block the change. The option `--anyway` overrides them. */
  against?: string[];
  /**
   * Example emails of a change that queues too many emails to list all of them. `count` is the number of emails like
   * the example.
   */
  samples?: { mail: QueuedMailRow; count: number }[];
  /** Work that runs after the commit, because it cannot be rolled back. */
  after?: () => Promise<unknown>;
};

/** One operation of a command, with its arguments, its help, and its code. */
export type Verb = {
  /** Name of the operation, such as "date" or "funnel release". Empty for the operation that runs without a verb. */
  name: string;
  /** Arguments in usage format: `[X]` is optional, and `X…` accepts several values. */
  args?: readonly string[];
  says: string;
  options?: Record<string, Option>;
  /** Additional help text, which only `--help` of this verb shows. */
  more?: string;
} & (
  | { run: (tools: Tools) => Promise<void> }
  | {
      /**
       * Makes the change on `db`, an open transaction that is rolled back for a preview. Work that cannot be rolled
       * back belongs in `after`.
       */
      change: (tools: Tools & { act: ActionContext }) => Promise<Change>;
      /** True if the change needs no reason. */
      unreasoned?: true;
      /** True if blockers can stop the change, so that `--anyway` is a valid option. */
      refusable?: true;
      /** Whether the change requires two people: always, or if the configuration lists this action. */
      two?: "always" | TwoPersonAction;
    }
);

/** A command that operators run as `npm run {name} -- VERB`. */
export type Command = {
  name: string;
  says: string;
  verbs: readonly Verb[];
  more?: string;
  /**
   * True if the command needs neither database nor configuration. Its verbs get only the arguments, the time, and
   * `print`.
   */
  alone?: true;
};

/** Error that the user of a command can fix. The command prints only the message. */
export class CommandError extends Error {}
/** Error in the arguments of a command. The command prints the message and the usage. */
export class UsageError extends CommandError {}

/** Runs work, and converts a rule violation to a message for the user of the command. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RuleViolation) throw new CommandError(error.message);
    throw error;
  }
}
