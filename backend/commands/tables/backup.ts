import { bytesOf, makeBackup } from "../../backup/make-backup";
import { verifyBackup } from "../../backup/verify-backup";
import { directDatabase } from "../../config";
import { type Command, CommandError } from "../run/verb";

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
const since = (began: number) => `${((Date.now() - began) / 1000).toFixed(1)} s`;

export const BACKUP: Command = {
  name: "backup",
  says: "copies all data into a folder while the product runs",
  verbs: [
    {
      name: "",
      args: ["DIR"],
      says: "all rows and files at one instant, in a separate folder",
      options: {
        "link-dest": {
          value: "FORMER",
          says: "an earlier backup on the same disk: its files are linked, not copied",
        },
      },
      run: async ({ config, store, arg, option, print }) => {
        const began = Date.now();
        const folder = arg(0) ?? "";
        const databaseUrl = directDatabase(config);
        const linkDest = option("link-dest");
        const made = await makeBackup({ databaseUrl, store, folder, linkDest });
        const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
        const size = megabytes(await bytesOf(folder, made));
        print(
          `${rows} rows and ${made.files.length} files as of ${made.madeAt} are in ${folder} (${size}, ${since(began)}).`,
        );
        print(
          "It contains personal data but no secrets: keep TOKEN_SECRET and the other secrets separately.",
        );
      },
    },
    {
      name: "verify",
      args: ["DIR"],
      says: "restores a backup into a separate database and checks each receipt",
      run: async ({ config, arg, print }) => {
        const began = Date.now();
        const { manifest, check } = await verifyBackup(directDatabase(config), arg(0) ?? "");
        if (check.problems.length > 0) throw new CommandError(check.problems.join("\n"));
        print(
          `The backup of ${manifest.madeAt} is complete and can be restored (${since(began)}).`,
        );
        print(
          `Checked: ${check.receipts} receipts, ${check.records} closed evaluations, ${check.lines} lines of the log, ${check.files} files.`,
        );
      },
    },
  ],
};
