import sharp from "sharp";
import { expect, test } from "vitest";
import { COLOURS } from "@/contract/brand";
import { SECTION_HUE } from "@/lib/routes/section-hue";
import { SECTIONS } from "@/lib/routes/sections";
import { photographSvg, rendered } from "./duotone";

/** Returns a test photograph with a gradient of several colours from dark to light. */
async function photograph(width: number, height: number): Promise<Buffer> {
  const stops = ["#300", "#070", "#44c", "#f80", "#ffd"];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g">${stops.map((stop, at) => `<stop offset="${at / 4}" stop-color="${stop}"/>`).join("")}</linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

test.each(SECTIONS)(
  "in %s, a photograph has only mixtures of ink and the section's hue",
  async (section) => {
    const printed = await rendered(await photograph(400, 100), section, 400);
    const { data, info } = await sharp(printed as Uint8Array)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [dark, light] = [rgb(COLOURS.ink), rgb(SECTION_HUE[section])];
    let [least, most] = [1, 0];
    for (let at = 0; at < data.length; at += info.channels) {
      const pixel = [...data.subarray(at, at + 3)];
      const part = (sum(pixel) - sum(dark)) / (sum(light) - sum(dark));
      [least, most] = [Math.min(least, part), Math.max(most, part)];
      for (const [band, value] of pixel.entries()) {
        const [from, to] = [dark[band] as number, light[band] as number];
        // Colour tolerance, because WebP rounds colours.
        expect(Math.abs(value - (from + (to - from) * part))).toBeLessThan(24);
      }
    }
    expect(least).toBeLessThan(0.1);
    expect(most).toBeGreaterThan(0.9);
  },
);

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

test("a pale photograph gets full ink, and a clear one gets the full hue", async () => {
  const pale = await sharp(await photograph(400, 100))
    .linear(0.2, 150)
    .png()
    .toBuffer();
  const { channels } = await sharp((await rendered(pale, "magazine", 400)) as Uint8Array).stats();
  expect(channels[0]?.min).toBeLessThan(30);
  expect(channels[0]?.max).toBeGreaterThan(200);
  const clear = await sharp({
    create: { width: 40, height: 40, channels: 4, background: "#0000" },
  })
    .png()
    .toBuffer();
  const { dominant } = await sharp((await rendered(clear, "magazine", 40)) as Uint8Array).stats();
  expect(dominant.r).toBeGreaterThan(190);
});

test("a photograph is upright, at most as wide as requested, and never enlarged", async () => {
  const turned = await sharp(await photograph(400, 100))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const size = async (width: number) => {
    const printed = await sharp((await rendered(turned, "call", width)) as Uint8Array).metadata();
    return [printed.format, printed.width, printed.height];
  };
  expect(await size(50)).toEqual(["webp", 50, 200]);
  expect(await size(1920)).toEqual(["webp", 100, 400]);
});

test("photographSvg crops a photograph around its focus", async () => {
  const printed = (await rendered(await photograph(400, 100), "magazine", 400)) as Uint8Array;
  const lightOf = async (focus: string) => {
    const image = await photographSvg(printed, focus, { width: 120, height: 60 });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60">${image}</svg>`;
    const { info, data } = await sharp(Buffer.from(svg))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([120, 60]);
    return data[119 * info.channels] as number;
  };
  // The test picture is dark at the left and light at the right.
  expect(await lightOf("0% 50%")).toBeLessThan(110);
  expect(await lightOf("100% 50%")).toBeGreaterThan(180);
});
