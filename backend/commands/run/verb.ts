import type { TwoPersonAction } from "@/contract/endpoint";
import type { ActionContext } from "../../audit-log/entries";
import type { QueuedMailRow } from "../../audit-log/execute-or-roll-back";
import { RuleViolation } from "../../audit-log/rule-violation";
import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import type { FileStore } from "../../store/store";

/** Option of a verb. With `value`, it takes a value with this placeholder. Without `value`, it is a switch. */
export type Option = { value?: string; says: string; needed?: true };

/** Typed arguments, parsed by the verb's description. */
export type Given = {
  /** Returns the argument at an index, or undefined if it is missing. */
  arg: (index: number) => string | undefined;
  /** Returns all arguments from an index on. */
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

/** Result of a change. It is the same for a preview and for a real run. */
export type Change = {
  /** Lines that describe what happens. */
  lines: string[];
  /** Additional information. */
  notes?: string[];
  /** Blockers, which `--anyway` overrides. */
  against?: string[];
  /** Emails that are too many to read one by one: one example and the count of each kind. */
  samples?: { mail: QueuedMailRow; count: number }[];
  /** Runs after the commit, for work that cannot be rolled back. */
  after?: () => Promise<unknown>;
};

/** One operation of a command: the table row that defines its parsing, its help, and its code. */
export type Verb = {
  /** Name such as "date" or "funnel release". Empty for the operation without a verb. */
  name: string;
  /** Arguments in usage format: `[X]` is optional, `X…` can be several. */
  args?: readonly string[];
  says: string;
  options?: Record<string, Option>;
  /** Additional text for the verb's `--help`. */
  more?: string;
} & (
  | { run: (tools: Tools) => Promise<void> }
  | {
      /**
       * Runs the change on `db`, an open transaction that is rolled back for a preview. Work that cannot be rolled
       * back belongs in `after`.
       */
      change: (tools: Tools & { act: ActionContext }) => Promise<Change>;
      /** True if the change needs no reason. */
      unreasoned?: true;
      /** True if the change can have blockers. */
      refusable?: true;
      /** Requires two people: always, or if the configuration includes this action. */
      two?: "always" | TwoPersonAction;
    }
);

/** A command, which runs as `npm run {name} -- VERB`. */
export type Command = {
  name: string;
  says: string;
  verbs: readonly Verb[];
  more?: string;
  /**
   * True if the command needs neither database nor configuration. Its verbs get only the arguments, the time,
   * and `print`.
   */
  alone?: true;
};

/** Error that the user can fix. The command prints only its message. */
export class CommandError extends Error {}
/** Error in the arguments. The command also prints the usage. */
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
