import { fileTypeFromFile } from "file-type";
import { refuse } from "./refusal.ts";

// Runs in a process of its own (check-child.ts) under plain Node: relative imports carry their
// ending, and what depends on the contract's numbers comes with the job.

/** A file to check: where it lies, what its name promises and which limits hold for its field. */
export type CheckJob = {
  path: string;
  /** The name's ending in the contract's spelling, such as ".pdf". */
  extension: string;
  /** At most so many slides; null: any number. */
  slidesMax: number | null;
  /** At most so many seconds of video; null: any. */
  secondsMax: number | null;
  zip: { entries: number; inflatedBytes: number; nesting: number };
  /** Where to write the picture anew, without its metadata; null: it stays as it is. */
  rewriteTo: string | null;
  /** A folder for what the check itself has to write. */
  scratch: string;
};

/** What the content really is. */
export type Checked = { type: string; pages?: number; duration?: number };

type Check = (job: CheckJob) => Promise<Checked>;
/** What each ending may hold, by file-type's names, and how to get the check that looks inside. */
type Rule = { contents: readonly string[]; load: () => Promise<Check> };

async function video(): Promise<Check> {
  const { checkVideo, openReader } = await import("./check-video.ts");
  openReader().catch(() => {});
  return checkVideo;
}
const image = async () => (await import("./check-image.ts")).checkImage;
// MP4, QuickTime and 3GP are one family (ISO base media): phones mix their names freely.
const ISO_MEDIA = ["mp4", "mov", "3gp", "3g2", "m4v", "qt", "f4v"];
const MPEG = ["mpg", "mts", "m2ts", "ps", "mpeg"];

const RULES: Readonly<Record<string, Rule>> = {
  ".pdf": {
    contents: ["pdf", "ai"],
    load: async () => (await import("./check-pdf.ts")).checkPdf,
  },
  ".ppt": {
    contents: ["cfb"],
    load: async () => (await import("./check-ppt.ts")).checkPpt,
  },
  ".zip": {
    contents: ["zip"],
    load: async () => (await import("./check-zip.ts")).checkZip,
  },
  ".png": { contents: ["png", "apng"], load: image },
  ".jpg": { contents: ["jpg"], load: image },
  ".webp": { contents: ["webp"], load: image },
  ".mp4": { contents: ISO_MEDIA, load: video },
  ".mov": { contents: ISO_MEDIA, load: video },
  ".3gp": { contents: ISO_MEDIA, load: video },
  ".avi": { contents: ["avi"], load: video },
  ".mpeg": { contents: MPEG, load: video },
};

/** Gets ready for a file of that ending, before it is there. */
export async function prepareFor(extension: string): Promise<void> {
  await RULES[extension]?.load();
}

/** Checks a file by what it holds, not by what it is called; throws a Refusal. */
export async function checkContent(job: CheckJob): Promise<Checked> {
  const rule = RULES[job.extension] ?? refuse("file_type_not_allowed");
  const found = await fileTypeFromFile(job.path).catch(() => undefined);
  if (!found || !rule.contents.includes(found.ext)) refuse("file_content_mismatch");
  const check = await rule.load();
  return check(job);
}
