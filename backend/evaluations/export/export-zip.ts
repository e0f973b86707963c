import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import { ZipFile } from "yazl";
import type { WeightedCriterion } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import { CAPTIONS_EXTENSION, toVtt } from "@/contract/project/captions";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { extensionOf } from "@/contract/project/uploads";
import type { BackendConfig } from "../../config";
import { messagesIn } from "../../documents/messages";
import { fileSlug } from "../../http/download";
import type { FileStore } from "../../store/store";
import { writeDossier } from "./dossier-pdf";
import type { ExportProject } from "./export-rows";

type Options = {
  config: BackendConfig;
  store: FileStore;
  language: Language;
  criteria: readonly WeightedCriterion[];
  year: number;
  madeAt: Date;
};
type Entry = { name: string; size: number; sha256: string };
type Listed = {
  project: string;
  number: string;
  /** SHA-256 of the whole application, equal to the SHA-256 on its receipt. */
  sha256: string;
  entries: Entry[];
  /** Names of files that the database lists but the file store lacks. */
  missing: string[];
};

/**
 * Writes a zip with the PDF dossier, the files and the captions of each project, and a manifest with the hash of each
 * entry. The zip is generated while it is sent, so memory use does not grow with the number of projects.
 */
export function writeZip(
  projects: AsyncIterable<ExportProject>,
  { config, store, language, criteria, year, madeAt }: Options,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const listed: Listed[] = [];

  let open: Readable | undefined;
  let giveUp: (error: Error) => void = () => {};
  zip.on("error", (error: Error) => output.destroy(error));
  output.once("close", () => {
    // When the output closes (complete, failed, or disconnected), close the file that is being read and reject the
    // `add` that is waiting.
    open?.destroy();
    giveUp(new Error("the export was not read to its end"));
  });

  /** Adds one entry to the zip and waits until the entry's last byte is written. */
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
    const words = messagesIn(language).export;
    const { number, sentAt, project, written } = submission;
    const programme = config.PROGRAMME_NAME;
    const entries = [
      await add(`${folder}/${words.dossier}.pdf`, () => {
        const sent = { programme, number, sentAt, project, written };
        const dossier = { ...sent, evaluation, criteria, language };
        return writeDossier(dossier) as unknown as Readable;
      }),
    ];
    const missing: string[] = [];
    for (const field of FILE_FIELDS) {
      const file = project[field];
      if (!file) continue;
      const size = await store.size(file.id);
      if (size === null) {
        missing.push(file.name);
        continue;
      }
      const stem = fileSlug(file.name.slice(0, file.name.lastIndexOf(".")));
      const path = `${folder}/${words.files}/${field}-${stem}`;
      entries.push(await add(path + extensionOf(file.name), () => store.open(file.id), size));
      const { captions } = file;
      if (captions) {
        const text = () => Readable.from([Buffer.from(toVtt(captions))]);
        entries.push(await add(path + CAPTIONS_EXTENSION, text));
      }
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
  // An error aborts the response, so that a zip without its directory does not look complete.
  run().catch((error) => output.destroy(error));
  return output;
}

/** Returns a stream that passes bytes through, and reports the number and the hash of the bytes at the end. */
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
