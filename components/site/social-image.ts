import sharp from "sharp";
import { SOCIAL_SIZE } from "@/lib/routes/social-image";
import { DRAWN_NAME, LETTERS_PATH, LOGO_RING } from "./frame/wordmark-path";

/** Pixels: the band below the drawing, the ground between them, the wordmark's margin and height. */
const BAND = { height: 116, ground: 8, margin: 56, letters: 60 };
/** The box of the wordmark, in its units. */
const BOX = { x: -1, y: -157, width: 532, height: 160 };
const INK = "#11110f";
const WHITE = "#ffffff";
/** The inks are few and flat: a palette holds them all, including the antialiased edges. */
const COLOURS = 64;
/** Images kept in memory, some 10 kB each: repeated requests cost nothing. */
const KEPT = 100;
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The size of the drawing in the picture: all of it when there is no drawn name to go below. */
export function drawingSize(name: string): { width: number; height: number } {
  const { width, height } = SOCIAL_SIZE;
  return { width, height: name === DRAWN_NAME ? height - BAND.height : height };
}

/**
 * The image of a page that is shared, as PNG: a drawing, and under it the wordmark on its ground.
 * No text is set: whatever people wrote, none of it comes near a renderer.
 *
 * @param drawing an SVG of `drawingSize`
 * @param name the programme's; another than the drawn one has no outlines and is left out
 */
export function socialImage(drawing: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = SOCIAL_SIZE;
  const below = name === DRAWN_NAME ? band() : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}${below}</svg>`;
  const picture = kept.get(svg) ?? rendered(svg);
  // The most recently used goes last, so that the first is the least recently used (LRU).
  kept.delete(svg);
  kept.set(svg, picture);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return picture;
}

async function rendered(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: COLOURS }).toBuffer();
  return new Uint8Array(png);
}

function band(): string {
  const { width, height } = SOCIAL_SIZE;
  const top = height - BAND.height;
  const scale = BAND.letters / BOX.height;
  const x = BAND.margin - BOX.x * scale;
  const y = top + BAND.ground + (BAND.height - BAND.ground - BAND.letters) / 2 - BOX.y * scale;
  const { cx, cy, r, stroke } = LOGO_RING;
  return [
    `<rect y="${top}" width="${width}" height="${BAND.height}" fill="${WHITE}"/>`,
    `<rect y="${top}" width="${width}" height="${BAND.ground}" fill="${INK}"/>`,
    `<g transform="translate(${x} ${y}) scale(${scale})"><path d="${LETTERS_PATH}" fill="${INK}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${INK}" stroke-width="${stroke}"/></g>`,
  ].join("");
}
