import { createReadStream, createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import type { Checked, CheckJob } from "./check-job.ts";
import { Refusal, refuse } from "./refusal.ts";

/**
 * Numbers of entries and bytes that can still be unpacked, and the limit on entries (`most`). A ZIP file and the
 * archives inside it use the same numbers. Documents inside it that are also ZIP files, such as .pptx, use separate
 * numbers.
 */
type Purse = { entries: number; bytes: number; most: number };
/** Remaining nesting levels for each kind of ZIP file inside a ZIP file. */
type Levels = { nesting: number; documents: number; embedded: number };
type Place = Levels & { path: string; scratch: string; depth: number };

const DIRECTORY_ENTRY = 0x02014b50;
const END = Buffer.from("PK\x05\x06", "latin1");
/**
 * Length of a ZIP file's end record without its comment, and number of bytes at a file's end that can contain the
 * record.
 */
const END_LENGTH = 22;
const END_WITHIN = 1 << 17;
/** Signatures at the start of a ZIP file: an entry, the end of an empty archive, or the mark of a split archive. */
const STARTS = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];
const IN_PARTS = "PK\x07\x08";
/** The extra field of a ZIP entry with a UTF-8 name, which some programs prefer (APPNOTE 4.6.9). */
const UNICODE_PATH = 0x7075;
const TYPE_MASK = 0o170000;
const FOLDER = 0o040000;
const REGULAR = 0o100000;
const LINK = 0o120000;
/** ZIP compression methods that every system can unpack, and names of other methods (APPNOTE 4.4.5). */
const PLAIN_METHODS = [0, 8];
const METHODS: Readonly<Record<number, string>> = {
  1: "Shrink",
  6: "Implode",
  9: "Deflate64",
  12: "BZip2",
  14: "LZMA",
  93: "Zstandard",
  95: "XZ",
  98: "PPMd",
};
/**
 * Limits on documents inside documents, if the documents are ZIP files, such as .pptx. These limits are separate from
 * the limit on nested archives, because users do not unpack documents. In Office's `embeddings` folder the limit is
 * higher: an embedded slide can contain a chart, which contains a spreadsheet.
 */
const DOCUMENTS_DEEP = 2;
const EMBEDDED_DEEP = 8;
const EMBEDDED = /(^|\/)embeddings\/[^/]+$/i;
/**
 * Typical number of ZIP entries in an Office document. All documents in a ZIP file together can have this number times
 * the limit on the ZIP file's own entries.
 */
const DOCUMENT_PARTS = 50;
const ZIP_DOCUMENT =
  /^\.(do[ct][xm]|xl[st][xm]|xlsb|p[op][ts][xm]|sld[xm]|od[tspg]|epub|pages|numbers|key)$/i;

/** Accepts a ZIP file that is safe to unpack. Decompresses and counts every byte. */
export async function checkZip({ path, zip, scratch }: CheckJob): Promise<Checked> {
  const purseOf = (most: number) => ({ entries: most, bytes: zip.inflatedBytes, most });
  const levels = { nesting: zip.nesting, documents: DOCUMENTS_DEEP, embedded: EMBEDDED_DEEP };
  const place = { path, scratch, depth: 0, ...levels };
  await checkArchive(place, purseOf(zip.entries), purseOf(zip.entries * DOCUMENT_PARTS));
  return { type: "application/zip" };
}

async function checkArchive(place: Place, purse: Purse, forDocuments: Purse): Promise<void> {
  const { path } = place;
  const archive = await openArchive(path);
  try {
    requireEntries(purse, archive.entryCount);
    for await (const entry of archive.eachEntry()) {
      requireEntries(purse, 1);
      purse.entries -= 1;
      const name = readName(entry);
      // An archive entry named like a folder is checked if it has content, because some programs read it as a file.
      if (!name.endsWith("/") || entry.uncompressedSize > 0)
        await checkEntry({ archive, entry, name }, place, purse, forDocuments);
    }
    await requireNoMore(path, archive);
  } catch (error) {
    if (String(error).includes("strong encryption")) refuse("file_unsafe", { reason: "password" });
    throw error;
  } finally {
    archive.close();
  }
}

function requireEntries({ entries, most }: Purse, more: number): void {
  if (more <= entries) return;
  refuse("file_unsafe", { reason: "entries", found: most - entries + more });
}

async function openArchive(path: string): Promise<yauzl.ZipFile> {
  // Names of ZIP entries are checked as bytes, because yauzl's own check cannot distinguish broken names from harmful
  // names.
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const end = await endOf(file, size);
    return end === size
      ? await yauzl.openPromise(path, options)
      : await yauzl.fromRandomAccessReaderPromise(new Part(path), end, options);
  } catch (error) {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const isPart = String(error).includes("multi-disk") || buffer.toString("latin1") === IN_PARTS;
    return refuse("file_unreadable", isPart ? { reason: "split" } : undefined);
  } finally {
    await file.close();
  }
}

/** Returns the offset where the ZIP archive ends. All programs skip bytes after the archive, such as padding. */
async function endOf(file: Awaited<ReturnType<typeof open>>, size: number): Promise<number> {
  const from = Math.max(0, size - END_WITHIN);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const at = buffer.lastIndexOf(END);
  if (at < 0 || at + END_LENGTH > bytesRead) return size;
  const end = from + at + END_LENGTH + buffer.readUInt16LE(at + END_LENGTH - 2);
  return Math.min(end, size);
}

/** Lets yauzl read a ZIP archive from a file in which other bytes follow the archive. */
class Part extends yauzl.RandomAccessReader {
  readonly path: string;

  constructor(path: string) {
    super();
    this.path = path;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.path, { start, end: end - 1 });
  }
}

/**
 * Refuses a ZIP file with more entries than its directory states. Some programs ignore the stated number and would
 * unpack the unchecked entries.
 */
async function requireNoMore(path: string, archive: yauzl.ZipFile): Promise<void> {
  const file = await open(path);
  try {
    // `readEntryCursor` is the offset of the next entry. yauzl's types wrongly declare it as a boolean.
    const at = archive.readEntryCursor as unknown as number;
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, at);
    if (buffer.readUInt32LE(0) === DIRECTORY_ENTRY)
      refuse("file_unsafe", { reason: "inconsistent" });
  } finally {
    await file.close();
  }
}

/** Returns the name of a ZIP entry. Refuses an entry that would not become a file inside the target folder. */
function readName(entry: yauzl.Entry): string {
  const bytes = entry.fileName as unknown as Buffer;
  const named = shownName(bytes);
  if (entry.isEncrypted()) refuse("file_unsafe", { reason: "password", named });
  const mode = entry.externalFileAttributes >>> 16;
  const kind = mode & TYPE_MASK;
  if (kind === LINK) refuse("file_unsafe", { reason: "link", named });
  // Refuses devices and pipes. A file type of 0 means that the program that wrote the ZIP file stored no Unix file
  // modes.
  if (kind !== 0 && kind !== FOLDER && kind !== REGULAR)
    refuse("file_unsafe", { reason: "special", named });
  const others = entry.extraFields.filter(({ id }) => id === UNICODE_PATH);
  for (const { data } of others) requireInside(data.subarray(5));
  return requireInside(bytes);
}

/**
 * Returns the path of a ZIP entry with slashes, because some Windows programs write backslashes. Refuses a path outside
 * the target folder.
 */
function requireInside(bytes: Buffer): string {
  const path = slashed(bytes);
  const parts = path.split("/");
  const isOutside = parts.includes("..") || parts[0] === "" || /^[a-z]:/i.test(path);
  if (isOutside || path.includes("\0"))
    refuse("file_unsafe", { reason: "path", named: shownName(bytes) });
  return path;
}

const slashed = (bytes: Buffer) => bytes.toString("latin1").replaceAll("\\", "/");

/** Maximum number of characters of a ZIP entry's name that a message quotes. */
const SHOWN = 60;

/**
 * Returns a ZIP entry's name for an error message, without control characters and characters that reverse the text
 * direction.
 */
function shownName(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  const readable = text.includes("\ufffd") ? bytes.toString("latin1") : text;
  const clean = readable.replaceAll(/[\p{Cc}\p{Cf}]/gu, "");
  return clean.length > SHOWN ? `…${clean.slice(-SHOWN)}` : clean;
}

async function checkEntry(
  { archive, entry, name }: { archive: yauzl.ZipFile; entry: yauzl.Entry; name: string },
  { scratch, depth, ...levels }: Place,
  purse: Purse,
  forDocuments: Purse,
): Promise<void> {
  const named = shownName(entry.fileName as unknown as Buffer);
  const isDamaged = () => refuse("file_unreadable", { reason: "entry_damaged", named });
  const method = entry.compressionMethod;
  if (!PLAIN_METHODS.includes(method)) {
    refuse("file_unreadable", { reason: "compression", named: METHODS[method] ?? `${method}` });
  }
  // Some programs use the name in the entry's local header, so it must equal the name in the ZIP directory.
  const local = await archive.readLocalFileHeaderPromise(entry).catch(isDamaged);
  if (slashed(local.fileName) !== name) refuse("file_unsafe", { reason: "inconsistent" });
  const stream = await archive.openReadStreamPromise(entry).catch(isDamaged);
  const path = join(scratch, `nested-${depth}.zip`);
  const isNested = await inflate(stream, entry, purse, path).catch((error) => {
    if (error instanceof Refusal) throw error;
    return isDamaged();
  });
  if (!isNested) return;
  const isDocument = ZIP_DOCUMENT.test(extname(name));
  const isEmbedded = isDocument && depth > 0 && EMBEDDED.test(name);
  const level = isEmbedded ? "embedded" : isDocument ? "documents" : "nesting";
  if (levels[level] === 0) refuse("file_unsafe", { reason: "nesting", named });
  const inner = { ...levels, [level]: levels[level] - 1, path, scratch, depth: depth + 1 };
  await checkArchive(inner, isDocument ? forDocuments : purse, forDocuments).catch((error) => {
    // If the check of a nested archive fails for an unknown reason, report a damaged entry of the outer archive.
    if (error instanceof Refusal && error.finding) throw error;
    return isDamaged();
  });
  await rm(path, { force: true });
}

/** Reads a ZIP entry to its end and counts its bytes. Stores a nested archive at the path `inner`. */
async function inflate(
  stream: Readable,
  entry: yauzl.Entry,
  purse: Purse,
  inner: string,
): Promise<boolean> {
  let start: Buffer = Buffer.alloc(0);
  let nested: boolean | null = null;
  let checksum = 0;
  async function* counted() {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      purse.bytes -= chunk.length;
      if (purse.bytes < 0) refuse("file_unsafe", { reason: "inflated" });
      checksum = crc32(chunk, checksum);
      if (nested) yield chunk;
      if (nested !== null) continue;
      start = Buffer.concat([start, chunk]);
      if (start.length < 4) continue;
      nested = STARTS.includes(start.toString("latin1", 0, 4));
      if (nested) yield start;
    }
  }
  try {
    await pipeline(counted, createWriteStream(inner));
  } catch (error) {
    // Refuses an entry that unpacks to more bytes than the ZIP directory states, as in a ZIP bomb that hides its size.
    if (String(error).includes("too many bytes")) refuse("file_unsafe", { reason: "inconsistent" });
    throw error;
  }
  if (checksum !== entry.crc32) throw new Error("wrong checksum");
  return nested ?? false;
}
