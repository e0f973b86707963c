import type { ActForTwo } from "@/contract/endpoint";
import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import type { Act } from "../../journal/acts";
import type { AttemptMail } from "../../journal/attempt";
import type { Store } from "../../store/store";

/** An option: with a value as `value` shows it, or without one, a switch. */
export type Option = { value?: string; says: string; needed?: true };

/** What somebody typed, sorted by the verb's description. */
export type Given = {
  /** The arguments in order; one that was left out is undefined. */
  arg: (index: number) => string | undefined;
  /** All arguments from one on. */
  rest: (from: number) => string[];
  option: (name: string) => string | undefined;
  flag: (name: string) => boolean;
};

export type Tools = Given & {
  db: Database;
  config: BackendConfig;
  store: Store;
  now: Date;
  print: (line: string) => void;
};

/** What a change comes to. It is the same whether it is made or only shown. */
export type Change = {
  /** What happens, line by line. */
  lines: string[];
  /** Worth knowing. */
  notes?: string[];
  /** What stands against it; `--anyway` goes past that. */
  against?: string[];
  /** Mails that are too many to be read one by one: one of each kind, and how many there are of it. */
  samples?: { mail: AttemptMail; count: number }[];
  /** What to do once it has been made for good: what cannot be taken back. */
  after?: () => Promise<unknown>;
};

/** A thing a command can do: the row that parses it, explains it and runs it. */
export type Verb = {
  /** "date", or "funnel release"; empty for what a command does without a verb. */
  name: string;
  /** As usage shows them: `[X]` may be left out, `X…` may be several. */
  args?: readonly string[];
  says: string;
  options?: Record<string, Option>;
  /** More about it, for its own `--help`. */
  more?: string;
} & (
  | { run: (tools: Tools) => Promise<void> }
  | {
      /**
       * Makes the change on `db`, an open transaction that is taken back when it was only to be
       * shown. It leaves everything else to `after`.
       */
      change: (tools: Tools & { act: Act }) => Promise<Change>;
      /** It needs no reason. */
      unreasoned?: true;
      /** Something may stand against it. */
      refusable?: true;
      /** Two people decide it: always, or where the configuration names the act. */
      two?: "always" | ActForTwo;
    }
);

/** A command: `npm run {name} -- VERB`. */
export type Command = {
  name: string;
  says: string;
  verbs: readonly Verb[];
  more?: string;
  /** It needs neither database nor configuration: its verbs get what was typed, the time and `print`. */
  alone?: true;
};

/** Something the person at the keyboard can fix; only its message is printed. */
export class CommandError extends Error {}
/** The arguments make no sense: the usage is printed as well. */
export class UsageError extends CommandError {}
