import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";

/** File of the display font in one weight, which the PDF documents also use. */
const FILE = join(
  /* turbopackIgnore: true */ process.cwd(),
  "backend/documents/fonts/league-spartan.ttf",
);
/** Letter spacing of titles in em. It applies after every character, and so also to the space between words. */
const TRACKING = -0.025;
/** The character that ends a shortened line. */
const CUT = "…";

let font: Font | undefined;

/** Returns a line of text as SVG paths that start at the origin; null if the font lacks a letter. */
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
 * Typesets a title in at most `lines` lines, at the first of the given sizes at which the title fits. If the title fits
 * at no size, it is cut at the last size. Returns null if the font lacks a letter.
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

/** Distributes a title's words over the given number of lines, so that the longest line is as short as possible. */
function balanced(title: string, lines: string[], size: number): string[] {
  let best = lines;
  for (;;) {
    const longest = Math.max(...best.map((line) => outlinesOf(line, size)?.width ?? 0));
    const tried = wrapped(title, (line) => (outlinesOf(line, size)?.width ?? 0) < longest);
    if (tried.length > lines.length || tried.join() === best.join()) return best;
    best = tried;
  }
}

/** Wraps a text into as few lines as possible. */
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
