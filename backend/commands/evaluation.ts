import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { reopenEvaluation, verifyRecords } from "../evaluations/close/verify-record";
import { FUNNEL_USAGE, runFunnel } from "./evaluation/funnel";
import { CommandError, columns, runCommand, UsageError } from "./run-command";

const USAGE = `npm run evaluation -- verify EMAIL [YEAR] | reopen EMAIL YEAR --reason REASON [--by NAME]
(verify computes the hash of every closing again)
${FUNNEL_USAGE}`;

await runCommand(USAGE, async ({ db, print }) => {
  const [room, ...rest] = process.argv.slice(2);
  if (room === "funnel") return runFunnel(db, rest, print);
  const { positionals, values } = readArguments();
  const [verb, email, year] = positionals;
  if (verb === "verify" && email && positionals.length <= 3) {
    const records = await verifyRecords(db, email, year === undefined ? undefined : yearOf(year));
    if (records.length === 0) throw new CommandError(`${email} has closed no evaluation.`);
    const rows = records.map((record) => [
      String(record.year),
      record.closedAt.toISOString(),
      record.sha256,
      record.intact ? "intact" : "CHANGED",
      record.reopenedAt ? `reopened ${record.reopenedAt.toISOString()}` : "stands",
      record.reopenedReason ?? "",
    ]);
    const head = ["YEAR", "CLOSED", "SHA-256", "RECORD", "STATE", "REASON"];
    for (const line of columns([head, ...rows])) print(line);
    const changed = records.filter(({ intact }) => !intact).length;
    if (changed > 0) throw new CommandError(`${changed} of ${records.length} records changed.`);
    return;
  }
  if (verb === "reopen" && email && year && positionals.length === 3) {
    const reason = values.reason?.trim();
    if (!reason) throw new UsageError("--reason is missing: it is kept with the record.");
    const reopening = {
      email,
      year: yearOf(year),
      reason,
      actor: values.by?.trim() || userInfo().username,
    };
    if (!(await reopenEvaluation(db, { ...reopening, at: new Date() }))) {
      throw new CommandError(`${email} has no closed evaluation in ${year}.`);
    }
    print(`The ${year} evaluation of ${email} is open again.`);
    return;
  }
  throw new UsageError(verb ? `"${positionals.join(" ")}" is no command.` : "No command given.");
});

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { reason: { type: "string" }, by: { type: "string" } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function yearOf(text: string): number {
  if (!/^\d{4}$/.test(text)) throw new UsageError(`${text} is no year.`);
  return Number(text);
}
