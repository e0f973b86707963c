import { checkData } from "../backup/check-data";
import { restoreBackup } from "../backup/restore-backup";
import { CommandError, runCommand, UsageError } from "./run-command";

const USAGE = "npm run restore -- DIR   (a backup, into an empty database)";

await runCommand(USAGE, async ({ db, config, store, print }) => {
  const [folder, ...rest] = process.argv.slice(2);
  if (!folder || folder.startsWith("-") || rest.length > 0)
    throw new UsageError("Name one folder.");
  const manifest = await restoreBackup({ databaseUrl: config.DATABASE_URL, store, folder });
  print(`The data as of ${manifest.madeAt} are back.`);
  const { receipts, records, files, problems } = await checkData(db, store);
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
  print(`Checked: ${receipts} receipts, ${records} closed evaluations, ${files} files.`);
  print("Whoever was erased since then is in it again: erase them once more.");
});
