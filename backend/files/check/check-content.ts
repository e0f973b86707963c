import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import type { FileFinding } from "@/contract/errors";
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
const PICTURES = ["png", "apng", "jpg", "webp"];
const HEIF = ["heic", "heics", "heif"];
const SLIDES = ["pptx", "pptm", "ppsx", "ppsm", "potx", "potm"];
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
  const found = await contentOf(job);
  // A picture that is re-encoded is taken by its content, so that a wrong name does no harm.
  const contents = job.rewriteTo ? PICTURES : rule.contents;
  if (!found && job.extension === ".zip" && (await isLastPart(job.path)))
    refuse("file_content_mismatch", { reason: "split" });
  if (!found || !contents.includes(found)) refuse("file_content_mismatch", mismatch(found, job));
  const check = await rule.load();
  return check(job);
}

/** The content by file-type's names. */
async function contentOf({ path, extension }: CheckJob): Promise<string | undefined> {
  const found = (await fileTypeFromFile(path).catch(() => undefined))?.ext;
  if (found === undefined && extension === ".pdf" && (await beginsLate(path))) return "pdf";
  if (found === "zip" && extension !== ".zip" && (await listsSlides(path))) return "pptx";
  return found;
}

function mismatch(found: string | undefined, { extension }: CheckJob): FileFinding | undefined {
  if (found === undefined) return undefined;
  if (HEIF.includes(found)) return { reason: "heic" };
  if (SLIDES.includes(found) && [".ppt", ".pdf"].includes(extension)) return { reason: "pptx" };
  // A compound file may be any old Office document.
  if (found === "cfb") return undefined;
  return { reason: "other_type", named: found === "asf" ? ".wmv" : `.${found}` };
}

/** Bytes in which a PDF may begin, as readers look for it (ISO 32000-1, annex H, note 13). */
const PDF_HEAD = 1024;
/** Starts of pages and scripts that browsers or shells would run. */
const RUNNABLE = /<[!?/a-z]|^#!/i;

/** Whether a PDF begins behind other bytes, such as a blank line or the headers of a download. */
async function beginsLate(path: string): Promise<boolean> {
  const start = await readPart(path, 0, PDF_HEAD);
  const at = start.indexOf("%PDF-");
  return at > 0 && !RUNNABLE.test(start.toString("latin1", 0, at));
}

/** Bytes at the end of a zip that hold its list of entries. */
const ZIP_LIST = 1 << 20;

/** Whether a zip is a presentation, however its writer ordered the entries. */
async function listsSlides(path: string): Promise<boolean> {
  return (await readPart(path, -ZIP_LIST, ZIP_LIST)).includes("ppt/presentation.xml");
}

/** Whether a file ends like a zip in several parts, the last of which has its list. */
async function isLastPart(path: string): Promise<boolean> {
  const tail = await readPart(path, -ZIP_LIST, ZIP_LIST);
  const end = tail.lastIndexOf("PK\x05\x06", undefined, "latin1");
  return end >= 0 && end + 6 <= tail.length && tail.readUInt16LE(end + 4) > 0;
}

/** Bytes of a file; a negative start counts from its end. */
async function readPart(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const from = start < 0 ? Math.max(0, (await file.stat()).size + start) : start;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
