import { verifyReceipt } from "../project/receipt/verify-receipt";
import { CommandError, runCommand, UsageError } from "./run-command";

const USAGE = "npm run receipt -- verify NUMBER";

await runCommand(USAGE, async ({ db, store, print }) => {
  const [verb, number, ...rest] = process.argv.slice(2);
  if (verb !== "verify" || !number || rest.length > 0) {
    throw new UsageError(
      verb ? `"${process.argv.slice(2).join(" ")}" is no command.` : "No command given.",
    );
  }
  const found = await verifyReceipt(db, store, number);
  if (!found) throw new CommandError(`There is no receipt ${number}.`);
  print(`Receipt   ${found.number}, sent ${found.sentAt.toISOString()}`);
  print(`On record ${found.stored}`);
  print(`Computed  ${found.computed}`);
  if (found.problems.length > 0) throw new CommandError(found.problems.join("\n"));
  if (found.released.length > 0) {
    print(
      `Newer versions were sent since, and the bytes of these files were let go; compare them with the applicant's:\n${found.released.join("\n")}`,
    );
    print("They are the same: answers, and the files' recorded hashes, are those that were sent.");
    return;
  }
  print("They are the same: answers and files are those that were sent.");
});
