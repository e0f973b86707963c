import CFB from "cfb";

// Creates binary PowerPoint files according to [MS-PPT]. The stream "PowerPoint Document" contains records with
// version, instance, type, length, and content. The stream "Current User" has the position of the newest edit.

const DOCUMENT = 0x03e8;
const SLIDE = 0x03ee;
const SLIDE_SHOW = 0x03f9;
const SLIDE_LIST = 0x0ff0;
const SLIDE_PERSIST = 0x03f3;
const PERSIST_DIRECTORY = 0x1772;
const USER_EDIT = 0x0ff5;
const CURRENT_USER = 0x0ff6;
const PLAIN = 0xe391c05f;
const ENCRYPTED = 0xf3d1c4df;

function record(type: number, content: Buffer, { version = 0, instance = 0 } = {}): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(version | (instance << 4), 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}

function container(type: number, children: Buffer[], instance = 0): Buffer {
  return record(type, Buffer.concat(children), { version: 0xf, instance });
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  return bytes;
}

type PptOptions = {
  slides?: number;
  /** The number of deleted slides that are still in the PowerPoint file, because PowerPoint saved it quickly. */
  deleted?: number;
  encrypted?: boolean;
  /** The number of hidden slides. */
  hidden?: number;
  /**
   * True if the PowerPoint file lacks the stream "Current User" and the directories. Some programs write such files.
   */
  bare?: boolean;
};

/** Returns a PowerPoint file (.ppt) with the given number of slides. */
export function ppt({
  slides = 8,
  deleted = 0,
  hidden = 0,
  encrypted = false,
  bare = false,
}: PptOptions = {}) {
  const slide = (isHidden = false) =>
    container(SLIDE, [
      record(0x03ef, Buffer.alloc(24), { version: 2 }),
      ...(isHidden ? [record(SLIDE_SHOW, words(0, 0, 0x0004_0000, 0))] : []),
    ]);
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  function add(part: Buffer) {
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const persists = Array.from({ length: slides }, (_, n) =>
    record(SLIDE_PERSIST, words(n + 2, 0, 0, 256 + n, 0)),
  );
  const document = [
    record(0x03e9, Buffer.alloc(40), { version: 1 }),
    // The list of slide masters comes first. Its entry is not a slide.
    container(SLIDE_LIST, [record(SLIDE_PERSIST, words(1000, 0, 0, 0, 0))], 1),
    container(SLIDE_LIST, persists, 0),
    record(0x03ea, Buffer.alloc(0)),
  ];
  for (let n = 0; n < deleted; n++) add(slide());
  offsets.length = 0;
  if (!bare) add(container(DOCUMENT, document));
  for (let n = 0; n < slides; n++) add(slide(n < hidden));
  if (bare) return compoundFile({ "PowerPoint Document": Buffer.concat(parts) });

  const directoryAt = length;
  parts.push(record(PERSIST_DIRECTORY, words(1 | (offsets.length << 20), ...offsets)));
  const editAt = directoryAt + (parts.at(-1)?.length ?? 0);
  const edit = [256, 0x03000000, 0, directoryAt, 1, offsets.length + 1, 1];
  parts.push(record(USER_EDIT, words(...edit, ...(encrypted ? [2] : []))));
  const user = Buffer.concat([
    words(20, encrypted ? ENCRYPTED : PLAIN, editAt, 0x03f40005),
    Buffer.from([3, 0, 0, 0]),
    Buffer.from("Giulia", "latin1"),
    words(8),
  ]);
  return compoundFile({
    "PowerPoint Document": Buffer.concat(parts),
    "Current User": record(CURRENT_USER, user),
  });
}

/** Returns a compound file with the given streams. A Word file (.doc) has the stream `WordDocument`. */
export function compoundFile(streams: Record<string, Buffer>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) {
    CFB.utils.cfb_add(file, `/${name}`, content);
  }
  return Buffer.from(CFB.write(file, { type: "buffer" }));
}
