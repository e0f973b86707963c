import { readFile } from "node:fs/promises";
import CFB from "cfb";
import type { FileFinding } from "@/contract/errors";
import type { Checked, CheckJob } from "./check-job.ts";
import { refuse } from "./refusal.ts";

// Record types of the PowerPoint stream "PowerPoint Document" ([MS-PPT] 2.13.24).
const DOCUMENT = 0x03e8;
const SLIDE = 0x03ee;
const SLIDE_SHOW = 0x03f9;
const SLIDE_LIST = 0x0ff0;
const SLIDE_PERSIST = 0x03f3;
const PERSIST_DIRECTORY = 0x1772;
const USER_EDIT = 0x0ff5;
const CURRENT_USER = 0x0ff6;
/** Value of CurrentUserAtom.headerToken in a password-protected PowerPoint document. */
const ENCRYPTED = 0xf3d1c4df;
/** The flag of a hidden slide in PowerPoint files, SlideShowSlideInfoAtom.fHidden. */
const HIDDEN = 0x0004;
/**
 * Length of a UserEditAtom that has an encryptSessionPersistIdRef, which means that the PowerPoint file is encrypted.
 */
const ENCRYPTED_EDIT_LENGTH = 0x20;

type Record = { type: number; instance: number; start: number; end: number };

/** Accepts a binary PowerPoint file without a password and with at most the allowed number of slides. */
export async function checkPpt({ path, slidesMax }: CheckJob): Promise<Checked> {
  const file = CFB.read(await readFile(path), { type: "buffer" });
  const stream = CFB.find(file, "/PowerPoint Document");
  const user = Buffer.from((CFB.find(file, "/Current User")?.content as Uint8Array) ?? []);
  // Refuses the formats of PowerPoint 4 and 95. The "Current User" stream identifies PowerPoint 95, because its main
  // stream has the same name as in later versions.
  const isOld = user.length >= 4 && user.readUInt32LE(0) + 4 === user.length;
  if (isOld || CFB.find(file, "/PP40")) refuse("file_unreadable", { reason: "old_powerpoint" });
  if (!stream) refuse("file_content_mismatch", otherDocument(file));
  const { slides, hidden } = countSlides(Buffer.from(stream.content as Uint8Array), user);
  if (slides === 0) refuse("file_unreadable", { reason: "no_slides" });
  if (slidesMax !== null && slides > slidesMax)
    refuse("file_too_many_slides", { found: slides, ...(hidden > 0 && { hidden }) });
  return { type: "application/vnd.ms-powerpoint", ...(slidesMax !== null && { pages: slides }) };
}

/**
 * Identifies Office documents that are not PowerPoint files: Word documents, Excel documents, and any
 * password-protected document.
 */
function otherDocument(file: CFB.CFB$Container): FileFinding | undefined {
  if (CFB.find(file, "/EncryptedPackage")) return { reason: "password" };
  if (CFB.find(file, "/WordDocument")) return { reason: "other_type", named: ".doc" };
  return CFB.find(file, "/Workbook") ? { reason: "other_type", named: ".xls" } : undefined;
}

/**
 * Counts the slides in the newest version of a presentation, including hidden slides, as PowerPoint does. Some
 * converters write files that do not record their versions. For such a file, counts all slide records.
 */
function countSlides(stream: Buffer, user: Buffer): { slides: number; hidden: number } {
  const current = user.length >= 20 ? readRecord(user, 0) : null;
  if (current?.type !== CURRENT_USER) return { slides: countRecords(stream), hidden: 0 };
  if (user.readUInt32LE(12) === ENCRYPTED) refuse("file_unreadable", { reason: "password" });
  const { offsets, documentId } = readEdits(stream, user.readUInt32LE(16));
  const document = readRecord(stream, offsets.get(documentId) ?? refuse("file_unreadable"));
  if (document.type !== DOCUMENT) refuse("file_unreadable");
  let [slides, hidden] = [0, 0];
  for (const list of children(stream, document)) {
    if (list.type !== SLIDE_LIST || list.instance !== 0) continue;
    for (const atom of children(stream, list)) {
      if (atom.type !== SLIDE_PERSIST) continue;
      slides += 1;
      if (isHidden(stream, offsets.get(stream.readUInt32LE(atom.start)))) hidden += 1;
    }
  }
  return { slides, hidden };
}

/** Reports whether a PowerPoint slide is hidden. Returns false for an unreadable slide. */
function isHidden(stream: Buffer, at = stream.length): boolean {
  try {
    const slide = readRecord(stream, at);
    for (const { type, start } of children(stream, slide))
      if (type === SLIDE_SHOW) return (stream.readUInt16LE(start + 10) & HIDDEN) !== 0;
  } catch {
    // Ignores the error, because the slide count does not depend on the hidden flag.
  }
  return false;
}

/**
 * Follows the edits of a PowerPoint file from the newest to the oldest. Returns the current offset of each persistent
 * object.
 */
function readEdits(stream: Buffer, newest: number) {
  const offsets = new Map<number, number>();
  const seen = new Set<number>();
  let documentId: number | null = null;
  let at = newest;
  do {
    if (seen.has(at)) refuse("file_unreadable");
    seen.add(at);
    const edit = readRecord(stream, at);
    if (edit.type !== USER_EDIT) refuse("file_unreadable");
    if (edit.end - edit.start >= ENCRYPTED_EDIT_LENGTH)
      refuse("file_unreadable", { reason: "password" });
    documentId ??= stream.readUInt32LE(edit.start + 16);
    readDirectory(stream, stream.readUInt32LE(edit.start + 12), offsets);
    at = stream.readUInt32LE(edit.start + 8);
  } while (at !== 0);
  return { offsets, documentId };
}

/**
 * Reads a persist directory of a PowerPoint file, which lists runs of objects with their offsets. The offset of a newer
 * edit has priority.
 */
function readDirectory(stream: Buffer, at: number, offsets: Map<number, number>): void {
  const directory = readRecord(stream, at);
  if (directory.type !== PERSIST_DIRECTORY) refuse("file_unreadable");
  let cursor = directory.start;
  while (cursor + 4 <= directory.end) {
    const run = stream.readUInt32LE(cursor);
    const count = run >>> 20;
    cursor += 4;
    for (let n = 0; n < count && cursor + 4 <= directory.end; n++, cursor += 4) {
      const id = (run & 0xfffff) + n;
      if (!offsets.has(id)) offsets.set(id, stream.readUInt32LE(cursor));
    }
  }
}

function countRecords(stream: Buffer): number {
  const whole = { type: 0, instance: 0, start: 0, end: stream.length };
  let slides = 0;
  for (const { type } of children(stream, whole)) if (type === SLIDE) slides += 1;
  return slides;
}

/** Yields the records inside another PowerPoint record. Refuses a record that exceeds its parent. */
function* children(stream: Buffer, parent: Record): Generator<Record> {
  let at = parent.start;
  while (at + 8 <= parent.end) {
    const record = readRecord(stream, at);
    if (record.end > parent.end) refuse("file_unreadable");
    yield record;
    at = record.end;
  }
}

function readRecord(stream: Buffer, at: number): Record {
  if (at + 8 > stream.length) refuse("file_unreadable");
  const start = at + 8;
  const end = start + stream.readUInt32LE(at + 4);
  if (end > stream.length) refuse("file_unreadable");
  return {
    type: stream.readUInt16LE(at + 2),
    instance: stream.readUInt16LE(at) >>> 4,
    start,
    end,
  };
}
