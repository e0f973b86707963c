import sharp from "sharp";
import { COLOURS } from "@/contract/brand";
import { DRAWN_NAME, LETTERS_PATH, LOGO_RING } from "@/contract/logo";
import { LastUsed } from "@/lib/last-used";
import { SOCIAL_SIZE } from "@/lib/routes/social-image";
import { outlinesOf, setTitle } from "./outlines";

/**
 * Sizes in pixels: the text area below the drawing, the lines of the title, and the last line with the note (a date or
 * number) and the programme's name.
 */
const WORDS = { height: 252, ground: 8, margin: 56 };
const TITLE = { lines: 2, sizes: [64, 56, 50, 44], leading: 0.98, cap: 0.66, top: 36 };
const FOOT = { baseline: 590, note: 34, letters: 52 };
/** The bounding box of the wordmark, in the wordmark's units. */
const BOX = { x: -1, width: 532, height: 160 };
const { ink: INK, white: WHITE } = COLOURS;
/** Number of colours in the image's palette. The image has few flat colours, so 64 are enough for smooth edges. */
const PALETTE_SIZE = 64;
/**
 * Cache of the images that other sites show for a shared page, about 20 kB each. A repeated request does not draw the
 * image again.
 */
const kept = new LastUsed<string, Promise<Uint8Array<ArrayBuffer>>>(100);

/** The size of the drawing in the image of a shared page, in pixels. */
export const DRAWING_SIZE = {
  width: SOCIAL_SIZE.width,
  height: SOCIAL_SIZE.height - WORDS.height,
} as const;

/** The text in the image of a shared page: the page's title, and a date or number. */
export interface Said {
  title: string;
  note?: string | undefined;
}

/**
 * Returns the image of a shared page as PNG: a drawing, and below it the page's title, a date or number, and the
 * wordmark. Text is drawn as outlines of the display font, without a text renderer. Text with letters that the font
 * lacks is left out. The file's metadata contains the title as alternative text.
 *
 * @param drawing an SVG of `DRAWING_SIZE`
 * @param name the programme's name: drawn as the wordmark, or set like the title if it differs from "Slancio"
 */
export function socialImage(
  drawing: string,
  said: Said,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = SOCIAL_SIZE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}${below(said, name)}</svg>`;
  // The cache key contains the title. If the font cannot draw two titles, the SVGs are equal, but the alternative texts
  // of the images differ.
  const key = `${said.title}\n${svg}`;
  const picture = kept.get(key) ?? rendered(svg, said.title);
  kept.set(key, picture);
  return picture;
}

async function rendered(svg: string, title: string): Promise<Uint8Array<ArrayBuffer>> {
  const png = await sharp(Buffer.from(svg))
    .png({ palette: true, colours: PALETTE_SIZE })
    .withXmp(alternative(title))
    .toBuffer();
  return new Uint8Array(png);
}

/** Returns the image's alternative text as IPTC metadata, so that the text stays with the file. */
function alternative(title: string): string {
  const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return [
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description xmlns:iptc="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"><iptc:AltTextAccessibility><rdf:Alt>',
    `<rdf:li xml:lang="x-default">${text}</rdf:li>`,
    "</rdf:Alt></iptc:AltTextAccessibility></rdf:Description></rdf:RDF></x:xmpmeta>",
  ].join("");
}

function below({ title, note }: Said, name: string): string {
  const { width, height } = SOCIAL_SIZE;
  const top = height - WORDS.height;
  const right = width - WORDS.margin;
  const mark = name === DRAWN_NAME ? wordmark(right) : setRight(name, right);
  const set = setTitle(title, { ...TITLE, width: right - WORDS.margin });
  const lines = set?.lines.map((line, index) => {
    const y = top + WORDS.ground + TITLE.top + set.size * (TITLE.cap + index * TITLE.leading);
    return placed(outlinesOf(line, set.size)?.svg, WORDS.margin, y);
  });
  return [
    `<rect y="${top}" width="${width}" height="${WORDS.height}" fill="${WHITE}"/>`,
    `<g fill="${INK}"><rect y="${top}" width="${width}" height="${WORDS.ground}"/>`,
    ...(lines ?? []),
    note ? placed(outlinesOf(note, FOOT.note)?.svg, WORDS.margin, FOOT.baseline) : "",
    `${mark}</g>`,
  ].join("");
}

function placed(svg: string | undefined, x: number, y: number): string {
  return svg ? `<g transform="translate(${x} ${y})">${svg}</g>` : "";
}

function setRight(name: string, right: number): string {
  const set = outlinesOf(name, FOOT.letters);
  return placed(set?.svg, right - (set?.width ?? 0), FOOT.baseline);
}

/** Returns the wordmark as SVG, with its right end at `right`. */
function wordmark(right: number): string {
  const scale = FOOT.letters / BOX.height;
  const { cx, cy, r, stroke } = LOGO_RING;
  return [
    `<g transform="translate(${right - (BOX.x + BOX.width) * scale} ${FOOT.baseline}) scale(${scale})">`,
    `<path d="${LETTERS_PATH}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${INK}" stroke-width="${stroke}"/></g>`,
  ].join("");
}
