import { inflateSync } from "node:zlib";

/**
 * Maximum bytes of decompressed PDF object streams: for one stream, and for all streams. The check ignores content
 * beyond the limits.
 */
const PACKED_MAX = 8 * 1024 * 1024;
const ALL_PACKED_MAX = 64 * 1024 * 1024;
/** Maximum bytes to read per PDF object. An array of ten thousand pages needs a tenth of this limit. */
const OBJECT_MAX = 1024 * 1024;
/** Maximum bytes to read of the dictionary before a PDF stream. */
const HEAD_MAX = 4096;

type Found = (number: number) => string;

/** Maximum number of visited nodes of a PDF's page tree, because nodes can refer to the same node repeatedly. */
const VISITS_MAX = 50_000;

/**
 * Counts the pages in a PDF's page tree, up to `max` + 1. Ignores the page counts stored in the nodes, because PDF
 * readers interpret them differently. Counts a page twice if the tree contains it twice. Returns 0 pages if the tree
 * cannot be followed (encrypted, or broken in a way that readers repair).
 */
export function pdfLeaves(bytes: Buffer, max: number): { pages: number; isRepeated: boolean } {
  const none = { pages: 0, isRepeated: false };
  const root = referenceIn(tailOf(bytes), "Root");
  if (root === null || bytes.includes("/Encrypt")) return none;
  const find = objectsOf(bytes);
  const top = referenceIn(find(root), "Pages");
  if (top === null) return none;
  const nodes = new Map<number, ReturnType<typeof nodeOf>>();
  /**
   * The nodes from the root of the page tree to the current node. A node that refers back to one of these nodes is
   * skipped.
   */
  const path = new Set<number>();
  const open: { number: number; isLeft?: boolean }[] = [{ number: top }];
  let pages = 0;
  let isRepeated = false;
  for (let visits = 0; pages <= max && visits < VISITS_MAX; visits++) {
    const next = open.pop();
    if (!next) break;
    const { number } = next;
    if (next.isLeft) path.delete(number);
    if (next.isLeft || path.has(number)) continue;
    const known = nodes.get(number);
    const node = known ?? nodeOf(find(number), find);
    nodes.set(number, node);
    if (known && (node.kids || node.isPage)) isRepeated = true;
    if (node.kids) {
      path.add(number);
      open.push({ number, isLeft: true }, ...node.kids.map((kid) => ({ number: kid })));
    } else if (node.isPage) pages += 1;
  }
  return { pages, isRepeated };
}

function nodeOf(text: string, find: Found) {
  return { kids: kidsOf(text, find), isPage: /\/Type\s*\/Page\b/.test(text) };
}

/** Returns the PDF's text from the last `/Root` on, because a later trailer replaces earlier trailers. */
function tailOf(bytes: Buffer): string {
  const at = bytes.lastIndexOf("/Root");
  return at < 0 ? "" : bytes.toString("latin1", at, at + 64);
}

function referenceIn(object: string, name: string): number | null {
  const [, number] = new RegExp(`/${name}\\s+(\\d+)\\s+\\d+\\s+R`).exec(object) ?? [];
  return number === undefined ? null : Number(number);
}

/**
 * Returns the child nodes of a page-tree node, or null for a page. The array of children can be a separate PDF object.
 */
function kidsOf(node: string, find: Found): number[] | null {
  const apart = referenceIn(node, "Kids");
  const [, list] = /\/Kids\s*\[([^\]]*)/.exec(node) ?? [];
  const array = apart === null ? list : find(apart);
  if (array === undefined) return null;
  // The lookbehind lets a match start only at the first digit of a number. Without the lookbehind, a long number would
  // take quadratic time.
  return [...array.matchAll(/(?<!\d)(\d+)\s+\d+\s+R/g)].map(([, number]) => Number(number));
}

/**
 * Returns a function that looks up a PDF object by its number. The function returns the object's text before its
 * stream. If several objects have the same number, the last one counts.
 */
function objectsOf(bytes: Buffer): Found {
  const places = new Map<number, number | string>();
  const ends = endsOf(bytes);
  let budget = ALL_PACKED_MAX;
  for (let at = bytes.indexOf(" obj"); at >= 0; at = bytes.indexOf(" obj", at + 4)) {
    const before = bytes.toString("latin1", Math.max(0, at - 24), at);
    const [, number] = /(\d+)\s+\d+$/.exec(before) ?? [];
    if (number === undefined) continue;
    places.set(Number(number), at + 4);
    if (!/\/Type\s*\/ObjStm/.test(bytes.toString("latin1", at, at + 512))) continue;
    const packed = unpack(bytes, at, { ends, most: Math.min(PACKED_MAX, budget) });
    budget -= packed.size;
    for (const [inner, text] of packed.objects) places.set(inner, text);
  }
  return (number) => {
    const place = places.get(number) ?? "";
    if (typeof place === "string") return place;
    return bytes.toString("latin1", place, Math.min(place + OBJECT_MAX, endOf(bytes, place)));
  };
}

function endOf(bytes: Buffer, at: number): number {
  const end = bytes.indexOf("endobj", at);
  return end < 0 ? bytes.length : end;
}

/**
 * Returns a function that finds the end of the PDF object at an offset. The function does not search bytes twice if the
 * offsets increase.
 */
function endsOf(bytes: Buffer): (at: number) => number {
  let end = -1;
  return (at) => {
    if (end < at) end = endOf(bytes, at);
    return end;
  };
}

/** Unpacks a PDF object stream, which starts with pairs of object number and offset. */
function unpack(
  bytes: Buffer,
  at: number,
  { ends, most }: { ends: (at: number) => number; most: number },
) {
  const objects = new Map<number, string>();
  const offset = bytes.subarray(at, at + HEAD_MAX).indexOf("stream");
  if (offset < 0) return { objects, size: 0 };
  const begins = at + offset;
  const head = bytes.toString("latin1", at, begins);
  const [count, first] = ["N", "First"].map((name) =>
    Number(new RegExp(`/${name}\\s+(\\d+)`).exec(head)?.[1]),
  ) as [number, number];
  const start = begins + (bytes[begins + 6] === 0x0d ? 8 : 7);
  let text = "";
  try {
    const packed = bytes.subarray(start, ends(start));
    text = inflateSync(packed, { maxOutputLength: most }).toString("latin1");
  } catch (error) {
    // If an object stream is too large or has an unknown compression, the PDF objects in it stay unknown.
    const isLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return { objects, size: isLarge ? most : 0 };
  }
  const pairs = text.slice(0, first).trim().split(/\s+/).map(Number);
  for (let n = 0; n < count && n * 2 + 1 < pairs.length; n++) {
    const [number, from] = [pairs[n * 2] ?? 0, pairs[n * 2 + 1] ?? 0];
    const to = n + 1 < count ? pairs[n * 2 + 3] : undefined;
    objects.set(number, text.slice(first + from, to === undefined ? undefined : first + to));
  }
  return { objects, size: text.length };
}
