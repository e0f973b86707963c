import { type BackendConfig, readConfig } from "../config";
import { connect, type Database } from "../db/connect";
import { describeError } from "../http/log";
import { openStore } from "../store/open-store";
import type { Store } from "../store/store";

/** Something the person at the keyboard can fix; only its message is printed. */
export class CommandError extends Error {}
/** The arguments make no sense: the usage is printed as well. */
export class UsageError extends CommandError {}

type Tools = {
  db: Database;
  config: BackendConfig;
  store: Store;
  print: (line: string) => void;
};

/** Runs an operator's command. Exit code 0 when done, 1 when refused or failed, 2 for wrong usage. */
export async function runCommand(
  usage: string,
  work: (tools: Tools) => Promise<void>,
): Promise<void> {
  const complain = (text: string) => process.stderr.write(`${text}\n`);
  try {
    const config = readConfig();
    const { db, close } = connect(config.DATABASE_URL, { max: 2 });
    try {
      const print = (line: string) => process.stdout.write(`${line}\n`);
      await work({ db, config, store: openStore(config), print });
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof CommandError) complain(error.message);
    else complain(String(describeError(error).message ?? error));
    if (error instanceof UsageError) complain(`Usage: ${usage}`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** Lines of columns, each as wide as its longest cell. */
export function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
