import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";

/** The display face at its weight, which documents are set in, too. */
const FILE = join(
  /* turbopackIgnore: true */ process.cwd(),
  "backend/paper/fonts/league-spartan.ttf",
);
/** In em: how close its letters stand in titles, and how much closer its words. */
const TRACKING = -0.025;
/** Where a line that had to be cut ends. */
const CUT = "…";

let font: Font | undefined;

/** A line of text as SVG paths, its left end on the origin of its baseline; null when the face lacks a letter. */
export function outlinesOf(text: string, size: number): { svg: string; width: number } | null {
  font ??= create(readFileSync(FILE));
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  if (glyphs.some(({ id }) => id === 0)) return null;
  let at = 0;
  const paths = glyphs.map((glyph, index) => {
    const path = `<path transform="translate(${round(at * scale)} 0)" d="${glyph.path.scale(scale, -scale).toSVG()}"/>`;
    at += (positions[index]?.xAdvance ?? 0) + TRACKING * (font?.unitsPerEm ?? 0);
    return path;
  });
  return { svg: paths.join(""), width: at * scale };
}

/**
 * A title in as few lines as it needs, as large as fits: the first of the sizes at which it takes no more than
 * `lines`; at the last of them what is too long is cut. Null when the face lacks one of its letters.
 */
export function setTitle(
  title: string,
  { width, lines, sizes }: { width: number; lines: number; sizes: readonly number[] },
): { size: number; lines: string[] } | null {
  if (!outlinesOf(title, 1)) return null;
  const fits = (text: string, size: number) => (outlinesOf(text, size)?.width ?? 0) <= width;
  let set = { size: 0, lines: [title] };
  for (const size of sizes) {
    set = { size, lines: wrapped(title, (line) => fits(line, size)) };
    const isSet = set.lines.length <= lines && set.lines.every((line) => fits(line, size));
    if (isSet) return { size, lines: balanced(title, set.lines, size) };
  }
  const kept = set.lines.slice(0, lines);
  let last = kept.pop() ?? "";
  while (last && !fits(last + CUT, set.size)) last = last.slice(0, -1).trimEnd();
  return { size: set.size, lines: [...kept, last + CUT] };
}

/** The same words on as many lines, the longest of them as short as can be. */
function balanced(title: string, lines: string[], size: number): string[] {
  let best = lines;
  for (;;) {
    const longest = Math.max(...best.map((line) => outlinesOf(line, size)?.width ?? 0));
    const tried = wrapped(title, (line) => (outlinesOf(line, size)?.width ?? 0) < longest);
    if (tried.length > lines.length || tried.join() === best.join()) return best;
    best = tried;
  }
}

/** Words on as many lines as they need. */
function wrapped(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
