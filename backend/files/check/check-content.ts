import { fileTypeFromFile } from "file-type";
import type { Checked, CheckJob } from "./check-job.ts";
import { refuse } from "./refusal.ts";

// Runs in a process of its own (check-child.ts) under plain Node: relative imports carry their
// extension, and what depends on the contract's numbers comes with the job.

type Check = (job: CheckJob) => Promise<Checked>;
/** What each extension may hold, by file-type's names, and how to load the check that looks inside. */
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

/** Gets ready for a file with that extension, before it is there. */
export async function prepareFor(extension: string): Promise<void> {
  await RULES[extension]?.load();
}

/** Checks a file by its content, not its name; throws a Refusal. */
export async function checkContent(job: CheckJob): Promise<Checked> {
  const rule = RULES[job.extension] ?? refuse("file_type_not_allowed");
  const found = await fileTypeFromFile(job.path).catch(() => undefined);
  if (!found || !rule.contents.includes(found.ext)) refuse("file_content_mismatch");
  const check = await rule.load();
  return check(job);
}
