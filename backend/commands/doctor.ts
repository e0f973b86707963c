import { Resolver } from "node:dns/promises";
import { examine } from "./doctor/examine";
import { CommandError, columns, runCommand, UsageError } from "./run-command";

const USAGE = "npm run doctor";

await runCommand(USAGE, async ({ db, store, config, print }) => {
  if (process.argv.length > 2) throw new UsageError("It takes no arguments.");
  const dns = new Resolver({ timeout: 3_000, tries: 1 });
  const findings = await examine({ db, store, config, dns, now: () => new Date() });
  const rows = findings.map(({ what, ok, says }) => [ok ? "ok" : "LOOK", what, says]);
  for (const line of columns([["ok", "configuration", "complete"], ...rows])) print(line);
  const wrong = findings.filter(({ ok }) => !ok).length;
  if (wrong > 0) throw new CommandError(`${wrong} of ${rows.length + 1} need somebody.`);
});
