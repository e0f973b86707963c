import CFB from "cfb";

// Record types of the stream "PowerPoint Document", see [MS-PPT] 2.13.24.
const DOCUMENT = 0x03e8;
const SLIDE_LIST = 0x0ff0;
const SLIDE_PERSIST = 0x03f3;
const SLIDE_SHOW = 0x03f9;
const PERSIST_DIRECTORY = 0x1772;
const USER_EDIT = 0x0ff5;
const CURRENT_USER = 0x0ff6;
/** The flag SlideShowSlideInfoAtom.fHidden. */
const HIDDEN = 0x0004;

type PptRecord = { type: number; instance: number; start: number; end: number };

/**
 * Counts the slides and the hidden slides in the newest edit of a binary PowerPoint file. Null when the structure is
 * not clear; only the server checks the file in that case.
 */
export function pptSlides(bytes: Uint8Array): { found: number; hidden: number } | null {
  try {
    const file = CFB.read(bytes, { type: "buffer" });
    const user = viewOf(CFB.find(file, "/Current User")?.content);
    const stream = viewOf(CFB.find(file, "/PowerPoint Document")?.content);
    if (!user || !stream || recordAt(user, 0).type !== CURRENT_USER) return null;
    const edit = recordAt(stream, user.getUint32(16, true));
    if (edit.type !== USER_EDIT) return null;
    const documentId = stream.getUint32(edit.start + 16, true);
    const place = placeOf(stream, edit, documentId);
    const ids = place === null ? null : slideIds(stream, recordAt(stream, place));
    return (
      ids && { found: ids.length, hidden: ids.filter((id) => isHidden(stream, edit, id)).length }
    );
  } catch {
    // The file is truncated or is not a PowerPoint file, so only the server checks the file.
    return null;
  }
}

function viewOf(content: unknown): DataView | null {
  if (!Array.isArray(content) && !(content instanceof Uint8Array)) return null;
  const bytes = Uint8Array.from(content);
  return new DataView(bytes.buffer);
}

function recordAt(view: DataView, at: number): PptRecord {
  const start = at + 8;
  return {
    type: view.getUint16(at + 2, true),
    instance: view.getUint16(at, true) >>> 4,
    start,
    end: start + view.getUint32(at + 4, true),
  };
}

function* children(view: DataView, parent: PptRecord): Generator<PptRecord> {
  for (let at = parent.start; at + 8 <= parent.end; ) {
    const record = recordAt(view, at);
    yield record;
    at = record.end;
  }
}

/** Returns the offset of an object in a PowerPoint file, from the newest edit that lists the object. */
function placeOf(view: DataView, newest: PptRecord, id: number): number | null {
  let edit = newest;
  for (let edits = 0; edits < 1000; edits++) {
    const directory = recordAt(view, view.getUint32(edit.start + 12, true));
    if (directory.type !== PERSIST_DIRECTORY) return null;
    for (let at = directory.start; at + 4 <= directory.end; ) {
      const run = view.getUint32(at, true);
      const count = run >>> 20;
      const first = run & 0xfffff;
      if (id >= first && id < first + count) return view.getUint32(at + 4 * (id - first + 1), true);
      at += 4 * (count + 1);
    }
    const before = view.getUint32(edit.start + 8, true);
    if (before === 0) return null;
    edit = recordAt(view, before);
  }
  return null;
}

function slideIds(view: DataView, document: PptRecord): number[] | null {
  if (document.type !== DOCUMENT) return null;
  const ids: number[] = [];
  for (const list of children(view, document)) {
    if (list.type !== SLIDE_LIST || list.instance !== 0) continue;
    for (const atom of children(view, list))
      if (atom.type === SLIDE_PERSIST) ids.push(view.getUint32(atom.start, true));
  }
  return ids;
}

function isHidden(view: DataView, newest: PptRecord, id: number): boolean {
  const place = placeOf(view, newest, id);
  if (place === null) return false;
  const [show] = [...children(view, recordAt(view, place))].filter(
    ({ type }) => type === SLIDE_SHOW,
  );
  return show !== undefined && (view.getUint16(show.start + 10, true) & HIDDEN) !== 0;
}
