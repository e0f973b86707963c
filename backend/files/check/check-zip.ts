import { createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import type { Checked, CheckJob } from "./check-job.ts";
import { refuse } from "./refusal.ts";

/** What is left of the limits; nested archives share the same budget. */
type Purse = { entries: number; bytes: number };
/** An archive in an archive: how many more levels there may be, and how many of documents. */
type Place = { path: string; scratch: string; depth: number; nesting: number; documents: number };

const DIRECTORY_ENTRY = 0x02014b50;
const TYPE_MASK = 0o170000;
const FOLDER = 0o040000;
const REGULAR = 0o100000;
/**
 * Documents that happen to be zips: files to their reader, not archives to unpack, so that they count as no
 * level of nesting. What comes out of them has a budget of its own; one may hold another, as slides hold
 * their tables.
 */
const DOCUMENTS_DEEP = 2;
/** Files that a document is made of, as a rule: an entry each. */
const DOCUMENT_PARTS = 50;
const ZIP_DOCUMENTS = [".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub"];

/** A zip that is safe to unpack: every byte is actually inflated and counted. */
export async function checkZip({ path, zip, scratch }: CheckJob): Promise<Checked> {
  const limits = { entries: zip.entries, bytes: zip.inflatedBytes };
  const purses = {
    archives: { ...limits },
    documents: { ...limits, entries: limits.entries * DOCUMENT_PARTS },
  };
  const place = { path, scratch, depth: 0, nesting: zip.nesting, documents: DOCUMENTS_DEEP };
  await checkArchive(place, purses.archives, purses.documents);
  return { type: "application/zip" };
}

async function checkArchive(place: Place, purse: Purse, forDocuments: Purse): Promise<void> {
  const { path } = place;
  const archive = await yauzl
    // Names are checked here, as bytes: yauzl's own check cannot tell broken from harmful.
    .openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
    .catch(() => refuse("file_unreadable"));
  try {
    if (archive.entryCount > purse.entries) refuse("file_unsafe");
    for await (const entry of archive.eachEntry()) {
      purse.entries -= 1;
      if (purse.entries < 0) refuse("file_unsafe");
      const name = readName(entry);
      if (!name.endsWith("/"))
        await checkEntry({ archive, entry, name }, place, purse, forDocuments);
    }
    await requireNoMore(path, archive);
  } finally {
    archive.close();
  }
}

/** Readers that ignore the count continue as long as entries follow: none may go unseen. */
async function requireNoMore(path: string, archive: yauzl.ZipFile): Promise<void> {
  const file = await open(path);
  try {
    // Where the next entry would begin; the types take it for a flag.
    const at = archive.readEntryCursor as unknown as number;
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, at);
    if (buffer.readUInt32LE(0) === DIRECTORY_ENTRY) refuse("file_unsafe");
  } finally {
    await file.close();
  }
}

/** The entry's name; refuses whatever would not stay inside the folder it is unpacked to. */
function readName(entry: yauzl.Entry): string {
  if (entry.isEncrypted()) refuse("file_unsafe");
  const mode = entry.externalFileAttributes >>> 16;
  const kind = mode & TYPE_MASK;
  // Links, devices and pipes; 0 is what writers without Unix modes leave.
  if (kind !== 0 && kind !== FOLDER && kind !== REGULAR) refuse("file_unsafe");
  const name = (entry.fileName as unknown as Buffer).toString("latin1");
  const parts = name.split(/[/\\]/);
  const outside = parts.includes("..") || parts[0] === "" || /^[a-z]:/i.test(name);
  if (outside || name.includes("\\") || name.includes("\0")) refuse("file_unsafe");
  return name;
}

async function checkEntry(
  { archive, entry, name }: { archive: yauzl.ZipFile; entry: yauzl.Entry; name: string },
  { scratch, depth, ...left }: Place,
  purse: Purse,
  forDocuments: Purse,
): Promise<void> {
  // Some programs trust the name where the bytes begin: there must be only one name.
  const local = await archive
    .readLocalFileHeaderPromise(entry)
    .catch(() => refuse("file_unreadable"));
  if (local.fileName.toString("latin1") !== name) refuse("file_unsafe");
  const stream = await archive.openReadStreamPromise(entry).catch(() => refuse("file_unreadable"));
  const isDocument = ZIP_DOCUMENTS.includes(extname(name).toLowerCase());
  const path = join(scratch, `nested-${depth}.zip`);
  if (!(await inflate(stream, entry, purse, path))) return;
  const level = isDocument ? "documents" : "nesting";
  if (left[level] === 0) refuse("file_unsafe");
  const inner = { ...left, [level]: left[level] - 1, path, scratch, depth: depth + 1 };
  await checkArchive(inner, isDocument ? forDocuments : purse, forDocuments);
  await rm(path, { force: true });
}

/** Reads an entry to its end, counting; an archive inside is kept aside at `inner`. */
async function inflate(
  stream: Readable,
  entry: yauzl.Entry,
  purse: Purse,
  inner: string,
): Promise<boolean> {
  let nested: boolean | null = null;
  let checksum = 0;
  async function* counted() {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      purse.bytes -= chunk.length;
      if (purse.bytes < 0) refuse("file_unsafe");
      checksum = crc32(chunk, checksum);
      nested ??= chunk.subarray(0, 2).toString("latin1") === "PK";
      if (nested) yield chunk;
    }
  }
  try {
    await pipeline(counted, createWriteStream(inner));
  } catch (error) {
    // More comes out than the directory says: that is how zip bombs hide their size.
    if (String(error).includes("too many bytes")) refuse("file_unsafe");
    throw error;
  }
  if (checksum !== entry.crc32) refuse("file_unreadable");
  return nested ?? false;
}
