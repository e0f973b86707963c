import sharp from "sharp";
import { COLOURS } from "@/contract/brand";
import { PICTURE_FORMATS, PICTURE_PIXELS_MAX } from "@/contract/content/media";
import type { Tint } from "@/lib/content/picture-address";
import { SECTION_HUE } from "@/lib/routes/section-hue";

/** Accepted picture formats. Files of other formats never reach an image decoder. */
const FORMATS = new Set(Object.values(PICTURE_FORMATS));
/** Maximum number of seconds for processing one picture. */
const TIME = 15;
const QUALITY = 74;

/**
 * Returns a photograph as an upright WebP without camera metadata; null if the bytes are not a picture.
 *
 * @param tint the site section whose colour replaces the light areas; dark areas become black, so that all photographs
 * of a section match. `plain` keeps the original colours, for pictures in a text
 * @param width maximum width in pixels; a narrower picture keeps its width
 */
export async function rendered(
  bytes: Uint8Array,
  tint: Tint,
  width: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const source = sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX }).timeout({
      seconds: TIME,
    });
    if (!FORMATS.has((await source.metadata()).format)) return null;
    const upright = source.autoOrient().resize({ width, withoutEnlargement: true });
    if (tint === "plain") {
      return new Uint8Array(await upright.webp({ quality: QUALITY }).toBuffer());
    }
    const { data, info } = await upright
      .flatten({ background: COLOURS.white })
      .greyscale()
      .normalise()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: 3 } as const;
    const printed = sharp(inInks(data, info.channels, SECTION_HUE[tint]), { raw });
    return new Uint8Array(await printed.webp({ quality: QUALITY }).toBuffer());
  } catch {
    // The bytes are no complete picture of a known format, have too many pixels, or take too long to process.
    return null;
  }
}

/** Replaces grey values by mixtures of black and the section's colour, three bytes per pixel. */
function inInks(greys: Uint8Array, channels: number, hue: string): Uint8Array {
  const [dark, light] = [rgbOf(COLOURS.ink), rgbOf(hue)];
  const mixed = Array.from({ length: 256 }, (_, grey) =>
    dark.map((ink, band) => Math.round(ink + ((light[band] ?? ink) - ink) * (grey / 255))),
  );
  const pixels = new Uint8Array((greys.length / channels) * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    pixels.set(mixed[greys[(at / 3) * channels] ?? 0] ?? dark, at);
  }
  return pixels;
}

function rgbOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/**
 * Returns a two-colour photograph as an SVG element of a given size, cropped around a focus point such as `50% 30%`.
 */
export async function photographSvg(
  printed: Uint8Array,
  focus: string,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const photo = sharp(printed);
  const own = await photo.metadata();
  const scale = Math.max(width / own.width, height / own.height);
  const whole = { width: Math.ceil(own.width * scale), height: Math.ceil(own.height * scale) };
  const [x = 50, y = 50] = focus.split(" ").map((part) => Number.parseInt(part, 10));
  const left = Math.floor(((whole.width - width) * x) / 100);
  const top = Math.floor(((whole.height - height) * y) / 100);
  const cropped = await photo.resize(whole).extract({ left, top, width, height }).jpeg().toBuffer();
  const source = `data:image/jpeg;base64,${cropped.toString("base64")}`;
  return `<image width="${width}" height="${height}" href="${source}"/>`;
}
