import sharp from "sharp";
import { expect, test } from "vitest";
import { COVER_FAMILIES, readCover } from "@/contract/content/covers";
import { SECTIONS } from "@/lib/routes/sections";
import { coverSvg } from "./cover-svg";

test("every cover family is drawn only in its inks, without text", async () => {
  for (const family of COVER_FAMILIES) {
    const svg = coverSvg({
      slug: "due-rive",
      section: "community",
      width: 600,
      height: 300,
      choice: { family },
    });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="600" height="300"/);
    expect(svg).not.toMatch(/<(?!\/?(?:svg|g|rect|circle|path)\b)|class|undefined|NaN|\[object/);
    const { info, data } = await sharp(Buffer.from(svg))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([600, 300]);
    // A cover has more colours than its background, and these covers contain no black. SVG draws a shape without a
    // colour in black, so a black pixel means that a colour is missing.
    const pixels = new Set(data.toString("hex").match(new RegExp(`.{${info.channels * 2}}`, "g")));
    expect(pixels.size).toBeGreaterThan(2);
    expect([...pixels].some((pixel) => pixel.startsWith("000000"))).toBe(false);
  }
});

test("the same slug gives the same cover, regardless of the other props", () => {
  const draw = (slug: string, cover?: string) =>
    coverSvg({ slug, section: SECTIONS[0], width: 600, height: 300, choice: readCover(cover) });
  expect(draw("orto")).toBe(draw("orto", '"><script>'));
  expect(draw('"><script>alert(1)</script>')).not.toContain("script");
  expect(draw("orto")).not.toBe(draw("riva"));
});

test("the ring above the columns of *spicchi* touches no shape of the same ink", async () => {
  for (let k = 0; k < 60; k++) {
    const [width, height] = k % 2 ? [300, 300] : [300, 375];
    const svg = coverSvg({
      slug: `slug-${k}`,
      section: "network",
      width,
      height,
      choice: { family: "spicchi" },
    });
    const { data, info } = await sharp(Buffer.from(svg))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const accent = /<g color="([^"]+)">(?!.*<g)/.exec(svg)?.[1] as string;
    const marked = (at: number) =>
      data.subarray(3 * at, 3 * at + 3).toString("hex") === accent.slice(1);
    const ring = /.*<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/.exec(svg) as RegExpExecArray;
    const [x, y, r] = ring.slice(1).map((value) => Number(value) / 2) as [number, number, number];
    // Collect all pixels of the ring's colour that are connected to the ring, starting at its left edge.
    const seen = new Set([Math.round(y) * info.width + Math.round(x - r)]);
    for (const at of seen) {
      for (const next of [at - 1, at + 1, at - info.width, at + info.width])
        if (marked(next)) seen.add(next);
    }
    const columns = [...seen].map((at) => at % info.width);
    const rows = [...seen].map((at) => Math.floor(at / info.width));
    const d = (8 / 3) * r;
    for (const line of [columns, rows])
      expect(Math.max(...line) - Math.min(...line)).toBeLessThanOrEqual(d + 2);
  }
});
