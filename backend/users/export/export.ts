import type { Readable } from "node:stream";
import { asc, eq } from "drizzle-orm";
import { ZipFile } from "yazl";
import { CAPTIONS_EXTENSION, toVtt } from "@/contract/project/captions";
import { withExtension } from "@/contract/project/uploads";
import type { exportMe } from "@/contract/users/own-account";
import type { Executor } from "../../db/connect";
import type { users } from "../../db/schema/accounts";
import { editions, files, projects } from "../../db/schema/applications";
import type { Dependencies } from "../../dependencies";
import { renditionExtension } from "../../files/renditions/read-renditions";
import { renditionIds } from "../../files/renditions/rendition-ids";
import { download } from "../../http/download";
import type { Call } from "../../http/serve";
import type { FileStore } from "../../store/store";
import { requestsOf } from "../data-requests";
import { readUser } from "../profile";
import {
  readAccount,
  readAuditEntriesAbout,
  readConsents,
  readEvaluations,
  readMails,
  readWhitepaper,
} from "./personal-data";
import { readProjects } from "./project-data";

/**
 * Streams all personal data of the account as a ZIP file. Excludes hashes of passwords and tokens, which would help
 * only an attacker, and evaluators' texts about an application before the release of decisions.
 */
export function exportAccount(call: Call<typeof exportMe>) {
  return exportOf(call, call.caller);
}

/** Streams the personal data of any account as a ZIP file. The caller must check permissions. */
export async function exportOf(
  { db, config, store, now }: Dependencies,
  owner: Pick<typeof users.$inferSelect, "id" | "email">,
) {
  const zip = new ZipFile();
  const add = (name: string, value: unknown) =>
    zip.addBuffer(Buffer.from(`${JSON.stringify(value, null, 2)}\n`), name);
  add("profile.json", await readUser(db, config, owner.id));
  add("account.json", await readAccount(db, owner.id));
  add("changes.json", await readAuditEntriesAbout(db, owner.id));
  add("projects.json", await readProjects(db, owner.id));
  add("mails.json", await readMails(db, config, owner.id));
  add("consents.json", await readConsents(db, owner.id));
  add("whitepaper.json", await readWhitepaper(db, owner.email));
  add("requests.json", await requestsOf(db, owner));
  add("evaluations.json", await readEvaluations(db, owner.id));
  await addFiles(zip, await readFiles(db, owner.id), store);
  zip.end();
  const name = `export-${now().toISOString().slice(0, 10)}.zip`;
  return download(zip.outputStream as Readable, { type: "application/zip", name });
}

/**
 * Adds files, their renditions (copies that browsers can display), and captions to the ZIP with only one file open at a
 * time. Skips files that are missing in the file store.
 */
async function addFiles(
  zip: ZipFile,
  rows: { file: typeof files.$inferSelect; year: number }[],
  store: FileStore,
): Promise<void> {
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  // The client disconnected, so close the file that is being read.
  output.on("close", () => open?.destroy());
  // If the file store fails, destroy the output. The ZIP file then lacks its central directory, so a reader notices
  // that it is incomplete.
  const breakOff = (error: Error) => output.destroy(error);
  zip.on("error", breakOff);
  for (const { file, year } of rows) {
    const size = await store.size(file.id);
    if (size === null) continue;
    const name = entryName(file, year);
    const options = { mtime: file.uploadedAt, compress: false };
    if (file.captions) {
      const text = Buffer.from(toVtt(file.captions));
      zip.addBuffer(text, withExtension(name, CAPTIONS_EXTENSION), options);
    }
    const { mainId } = renditionIds(file.id);
    const converted = withExtension(name, `.converted${renditionExtension(file.type)}`);
    addStored(file.id, name, { ...options, size });
    const copySize = await store.size(mainId);
    if (copySize !== null) addStored(mainId, converted, { ...options, size: copySize });
  }

  function addStored(id: string, name: string, options: { mtime: Date; size: number }) {
    zip.addReadStreamLazy(name, options, (done) => {
      open = store.open(id).on("error", breakOff);
      done(null, open);
    });
  }
}

/** Returns a ZIP entry name that no unzip program can interpret as a path. */
function entryName({ id, field, name }: typeof files.$inferSelect, year: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  const safe = name.replaceAll(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, "_");
  return `files/${year}/${field}-${id.slice(0, 8)}-${safe}`;
}

async function readFiles(db: Executor, userId: string) {
  return db
    .select({ file: files, year: editions.year })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(eq(projects.userId, userId))
    .orderBy(asc(files.uploadedAt));
}
