import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { ZipFile } from "yazl";
import type { Language } from "@/contract/fields";
import { FILE_FIELDS } from "@/contract/project-fields";
import { extensionOf } from "@/contract/uploads";
import type { BackendConfig } from "../config";
import { storedPath } from "../files/stored-path";
import { fileSlug } from "./attachment";
import { writeDossier } from "./dossier-pdf";
import type { ExportProject } from "./export-rows";
import { wordsIn } from "./words";

type Options = { config: BackendConfig; language: Language; year: number; madeAt: Date };
type Entry = { name: string; size: number; sha256: string };
type Listed = {
  project: string;
  number: string;
  /** The receipt's hash of the whole application. */
  sha256: string;
  entries: Entry[];
  /** Files that are in the database but not on the disk. */
  missing: string[];
};

/**
 * Every project with its dossier and its files, and a manifest with the hash of each entry. Made
 * while it is sent, one entry after the other: memory does not grow with the edition.
 */
export function writeZip(
  projects: AsyncIterable<ExportProject>,
  { config, language, year, madeAt }: Options,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const listed: Listed[] = [];

  let open: Readable | undefined;
  let giveUp: (error: Error) => void = () => {};
  zip.on("error", (error: Error) => output.destroy(error));
  output.once("close", () => {
    // Whole, broken or the reader went away: nothing stays open and nobody waits.
    open?.destroy();
    giveUp(new Error("the export was not read to its end"));
  });

  /** Adds one entry and waits until its last byte has gone through. */
  function add(name: string, source: () => Readable, size?: number): Promise<Entry> {
    return new Promise((resolve, reject) => {
      giveUp = reject;
      const options = { mtime: madeAt, compress: false, ...(size !== undefined && { size }) };
      zip.addReadStreamLazy(name, options, (done) => {
        const { through, counted } = countBytes();
        open = source().on("error", reject);
        counted.then((count) => resolve({ name, ...count }), reject);
        done(null, open.pipe(through));
      });
    });
  }

  async function addProject({ submission, evaluation }: ExportProject) {
    const folder = `${submission.number}-${fileSlug(submission.nome)}`;
    const words = wordsIn(language).export;
    const { number, sentAt, project } = submission;
    const programme = config.PROGRAMME_NAME;
    const entries = [
      await add(`${folder}/${words.dossier}.pdf`, () => {
        const dossier = { programme, number, sentAt, project, evaluation, language };
        return writeDossier(dossier) as unknown as Readable;
      }),
    ];
    const missing: string[] = [];
    for (const field of FILE_FIELDS) {
      const file = project[field];
      if (!file) continue;
      const path = storedPath(config, file.id);
      const found = await stat(path).catch(() => null);
      if (!found) {
        missing.push(file.name);
        continue;
      }
      const stem = fileSlug(file.name.slice(0, file.name.lastIndexOf(".")));
      const name = `${folder}/${words.files}/${field}-${stem}${extensionOf(file.name)}`;
      entries.push(await add(name, () => createReadStream(path), found.size));
    }
    listed.push({
      project: submission.projectId,
      number,
      sha256: submission.sha256,
      entries,
      missing,
    });
  }

  async function run() {
    for await (const project of projects) await addProject(project);
    const manifest = { edition: year, made_at: madeAt.toISOString(), projects: listed };
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), "manifest.json", {
      mtime: madeAt,
    });
    zip.end();
  }
  // A failure in the middle breaks the answer off: a zip without its directory cannot pass for whole.
  run().catch((error) => output.destroy(error));
  return output;
}

/** Lets bytes through and says at the end how many they were and their hash. */
function countBytes() {
  const hash = createHash("sha256");
  let size = 0;
  const { promise: counted, resolve } = Promise.withResolvers<{ size: number; sha256: string }>();
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      size += chunk.length;
      next(null, chunk);
    },
    flush(next) {
      resolve({ size, sha256: hash.digest("hex") });
      next();
    },
  });
  return { through, counted };
}
