import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import type { FileFinding } from "@/contract/errors";
import type { Checked, CheckJob } from "./check-job.ts";
import { refuse } from "./refusal.ts";

// Plain Node.js runs this module in a separate process (check-child.ts). It resolves neither `@/` imports nor imports
// without an extension, so this module cannot import the contract's limits. The job contains the limits instead.

type Check = (job: CheckJob) => Promise<Checked>;
/**
 * Rule for a file extension: the content types that the extension allows, and a function that loads the check of the
 * content. The content types have the names of the library file-type.
 */
type Rule = { contents: readonly string[]; load: () => Promise<Check> };

async function video(): Promise<Check> {
  const { checkVideo, openReader } = await import("./check-video.ts");
  openReader().catch(() => {});
  return checkVideo;
}
const image = async () => (await import("./check-image.ts")).checkImage;
// MP4, QuickTime, and 3GP belong to one format family (ISO base media). Phones use these file extensions
// interchangeably.
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

/** Loads the parsers for a file extension before the file has arrived. */
export async function prepareFor(extension: string): Promise<void> {
  await RULES[extension]?.load();
}

/** Checks a file by its content, not by its name. Throws a Refusal. */
export async function checkContent(job: CheckJob): Promise<Checked> {
  const rule = RULES[job.extension] ?? refuse("file_type_not_allowed");
  const found = await contentOf(job);
  // A picture that the check re-encodes is accepted by its content, so a wrong extension does no harm.
  const contents = job.rewriteTo ? PICTURES : rule.contents;
  if (!found && job.extension === ".zip" && (await isLastPart(job.path)))
    refuse("file_content_mismatch", { reason: "split" });
  if (!found || !contents.includes(found)) refuse("file_content_mismatch", mismatch(found, job));
  const check = await rule.load();
  return check(job);
}

/** Returns the content type of a file as the library file-type names it. Undefined if unknown. */
async function contentOf({ path, extension }: CheckJob): Promise<string | undefined> {
  const found = (await fileTypeFromFile(path).catch(() => undefined))?.ext;
  if (found === undefined && extension === ".pdf" && (await beginsLate(path))) return "pdf";
  if (extension === ".zip" || (found !== "zip" && found !== "pages")) return found;
  const list = await readPart(path, -ZIP_LIST, ZIP_LIST);
  // The names of the entries in the ZIP archive identify the document type, regardless of their order.
  if (list.includes("ppt/presentation.xml")) return "pptx";
  return list.includes("Index/Slide") ? "key" : found;
}

function mismatch(found: string | undefined, { extension }: CheckJob): FileFinding | undefined {
  if (found === undefined) return undefined;
  if (HEIF.includes(found)) return { reason: "heic" };
  if (SLIDES.includes(found) && [".ppt", ".pdf"].includes(extension)) return { reason: "pptx" };
  // A compound file (cfb) can be any old Office document, so its type stays undefined.
  if (found === "cfb") return undefined;
  return { reason: "other_type", named: found === "asf" ? ".wmv" : `.${found}` };
}

/** Number of bytes in which PDF readers look for the start of a PDF (ISO 32000-1, annex H, note 13). */
const PDF_HEAD = 1024;
/** Matches the start of web pages and scripts that browsers or shells would run. */
const RUNNABLE = /<[!?/a-z]|^#!/i;

/** Reports whether other bytes precede the start of a PDF, such as a blank line or the HTTP headers of a download. */
async function beginsLate(path: string): Promise<boolean> {
  const start = await readPart(path, 0, PDF_HEAD);
  const at = start.indexOf("%PDF-");
  return at > 0 && !RUNNABLE.test(start.toString("latin1", 0, at));
}

/** Number of bytes at the end of a ZIP file that are searched for names of entries. */
const ZIP_LIST = 1 << 20;

/** Reports whether a file ends like the last part of a split ZIP file. Only that part contains the list of entries. */
async function isLastPart(path: string): Promise<boolean> {
  const tail = await readPart(path, -ZIP_LIST, ZIP_LIST);
  const end = tail.lastIndexOf("PK\x05\x06", undefined, "latin1");
  return end >= 0 && end + 6 <= tail.length && tail.readUInt16LE(end + 4) > 0;
}

/** Reads a range of bytes from a file. A negative start counts from the end of the file. */
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
