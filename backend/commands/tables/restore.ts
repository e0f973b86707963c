import { checkData } from "../../backup/check-data";
import { restoreBackup } from "../../backup/restore-backup";
import { directDatabase } from "../../config";
import { type Command, CommandError } from "../run/verb";

export const RESTORE: Command = {
  name: "restore",
  says: "restores a backup",
  verbs: [
    {
      name: "",
      args: ["DIR"],
      says: "restores a backup into an empty database",
      run: async ({ db, config, store, arg, print }) => {
        const databaseUrl = directDatabase(config);
        const { madeAt } = await restoreBackup({ databaseUrl, store, folder: arg(0) ?? "" });
        print(`The data as of ${madeAt} are restored.`);
        const { receipts, records, lines, files, problems } = await checkData(db, store);
        if (problems.length > 0) throw new CommandError(problems.join("\n"));
        print(
          `Checked: ${receipts} receipts, ${records} closed evaluations, ${lines} lines of the log, ${files} files.`,
        );
        print("People erased since then are in the data again: erase them again.");
      },
    },
  ],
};
