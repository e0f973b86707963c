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

/** What each ending may hold, by file-type's names, and the check that looks inside. */
type Rule = { contents: readonly string[]; check: (job: CheckJob) => Promise<Checked> };

const video: Rule["check"] = async (job) => (await import("./check-video.ts")).checkVideo(job);
const image: Rule["check"] = async (job) => (await import("./check-image.ts")).checkImage(job);
// MP4, QuickTime and 3GP are one family (ISO base media): phones mix their names freely.
const ISO_MEDIA = ["mp4", "mov", "3gp", "3g2", "m4v", "qt", "f4v"];
const MPEG = ["mpg", "mts", "m2ts", "ps", "mpeg"];

const RULES: Readonly<Record<string, Rule>> = {
  ".pdf": {
    contents: ["pdf", "ai"],
    check: async (job) => (await import("./check-pdf.ts")).checkPdf(job),
  },
  ".ppt": {
    contents: ["cfb"],
    check: async (job) => (await import("./check-ppt.ts")).checkPpt(job),
  },
  ".zip": {
    contents: ["zip"],
    check: async (job) => (await import("./check-zip.ts")).checkZip(job),
  },
  ".png": { contents: ["png", "apng"], check: image },
  ".jpg": { contents: ["jpg"], check: image },
  ".webp": { contents: ["webp"], check: image },
  ".mp4": { contents: ISO_MEDIA, check: video },
  ".mov": { contents: ISO_MEDIA, check: video },
  ".3gp": { contents: ISO_MEDIA, check: video },
  ".avi": { contents: ["avi"], check: video },
  ".mpeg": { contents: MPEG, check: video },
};

/** Checks a file by what it holds, not by what it is called; throws a Refusal. */
export async function checkContent(job: CheckJob): Promise<Checked> {
  const rule = RULES[job.extension] ?? refuse("file_type_not_allowed");
  const found = await fileTypeFromFile(job.path).catch(() => undefined);
  if (!found || !rule.contents.includes(found.ext)) refuse("file_content_mismatch");
  return rule.check(job);
}
