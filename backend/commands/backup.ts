import { parseArgs } from "node:util";
import { bytesOf, makeBackup } from "../backup/make-backup";
import { verifyBackup } from "../backup/verify-backup";
import { CommandError, runCommand, UsageError } from "./run-command";

const USAGE = `npm run backup -- DIR [--link-dest FORMER] | verify DIR
(a backup holds all rows and files as of one instant; FORMER is a backup on the same disk, whose files are linked
instead of copied; verify restores a backup into a database of its own and checks every receipt)`;

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

await runCommand(USAGE, async ({ config, store, print }) => {
  const { positionals, linkDest } = readArguments();
  const [first, second, ...rest] = positionals;
  const began = Date.now();
  const took = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  if (first === "verify" && second && rest.length === 0) {
    const { manifest, check } = await verifyBackup(config.DATABASE_URL, second);
    if (check.problems.length > 0) throw new CommandError(check.problems.join("\n"));
    print(`The backup of ${manifest.madeAt} is whole and can be restored (${took()}).`);
    print(
      `Checked: ${check.receipts} receipts, ${check.records} closed evaluations, ${check.files} files.`,
    );
    return;
  }
  if (first && first !== "verify" && second === undefined) {
    const manifest = await makeBackup({
      databaseUrl: config.DATABASE_URL,
      store,
      folder: first,
      linkDest,
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const size = megabytes(await bytesOf(first, manifest));
    print(
      `${rows} rows and ${manifest.files.length} files as of ${manifest.madeAt} are in ${first} (${size}, ${took()}).`,
    );
    print("It holds personal data, but no secrets: keep TOKEN_SECRET and the like apart.");
    return;
  }
  throw new UsageError("Name one folder.");
});

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { "link-dest": { type: "string" } },
    });
    return { positionals, linkDest: values["link-dest"] };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
