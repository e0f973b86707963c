import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { pluginData } from "@/contract/content/wordpress-plugin";

const FOLDER = "wordpress/slancio";
/** One date for all entries, so that the same sources give the same file. */
const mtime = new Date(2026, 0, 1);

/** Returns the version in the plugin's header. */
export function pluginVersion(): string {
  const header = readFileSync(join(FOLDER, "slancio.php"), "utf8");
  return /^ \* Version: (\S+)$/m.exec(header)?.[1] ?? "";
}

/** Builds the zip that WordPress installs: the plugin's files, and the types, fields and messages of this version. */
export async function buildPlugin(): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of globSync("**/*.*", { cwd: FOLDER }).sort()) {
    zip.addBuffer(readFileSync(join(FOLDER, name)), `slancio/${name}`, { mtime });
  }
  const data = Buffer.from(JSON.stringify(pluginData()));
  zip.addBuffer(data, "slancio/slancio.json", { mtime });
  zip.end();
  return buffer(zip.outputStream);
}
