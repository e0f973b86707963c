import { parseArgs } from "node:util";
import { listMails, retryMail } from "../mail/administer";
import { CommandError, columns, runCommand, UsageError } from "./run-command";

const USAGE = "npm run mail -- list [--address EMAIL] [--failed] | retry ID";

await runCommand(USAGE, async ({ db, print }) => {
  const { positionals, values } = readArguments();
  const [verb, id, ...rest] = positionals;
  if (verb === "list" && id === undefined) {
    const rows = await listMails(db, { address: values.address, failed: values.failed });
    const head = ["ID", "QUEUED", "TO", "MAIL", "STATE", "TRIES", "TROUBLE"];
    for (const line of columns([head, ...rows])) print(line);
    return;
  }
  if (verb === "retry" && id && rest.length === 0) {
    if (!(await retryMail(db, id))) {
      throw new CommandError(`No mail with the id ${id} is waiting or has failed.`);
    }
    print("It is due now: it leaves within seconds if the product runs, else when it starts.");
    return;
  }
  throw new UsageError(verb ? `"${positionals.join(" ")}" is no command.` : "No command given.");
});

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { address: { type: "string" }, failed: { type: "boolean", default: false } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
