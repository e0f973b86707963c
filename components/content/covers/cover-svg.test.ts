import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { SECTIONS } from "@/lib/routes/sections";
import { COVER_FAMILIES } from "./cover";
import { coverSvg, INK_COLOURS } from "./cover-svg";

test("the inks of a picture are those of the pages", () => {
  const tokens = readFileSync("app/tokens.css", "utf8");
  for (const [ink, colour] of Object.entries(INK_COLOURS)) {
    expect(tokens).toContain(`--${ink}: ${colour};`);
  }
});

test("every family is drawn in its own inks, by shapes alone", async () => {
  for (const family of COVER_FAMILIES) {
    const svg = coverSvg({
      slug: "due-rive",
      section: "community",
      width: 600,
      height: 300,
      family,
    });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="600" height="300"/);
    expect(svg).not.toMatch(/<(?!\/?(?:svg|g|rect|circle|path)\b)|class|undefined|NaN|\[object/);
    const { info, data } = await sharp(Buffer.from(svg))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([600, 300]);
    // More than the field alone, and none of it black, which a missing ink would be.
    const pixels = new Set(data.toString("hex").match(new RegExp(`.{${info.channels * 2}}`, "g")));
    expect(pixels.size).toBeGreaterThan(2);
    expect([...pixels].some((pixel) => pixel.startsWith("000000"))).toBe(false);
  }
});

test("the same slug is the same picture, whatever else is written in it", () => {
  const draw = (slug: string, family?: string) =>
    coverSvg({ slug, section: SECTIONS[0], width: 600, height: 300, family });
  expect(draw("orto")).toBe(draw("orto", '"><script>'));
  expect(draw('"><script>alert(1)</script>')).not.toContain("script");
  expect(draw("orto")).not.toBe(draw("riva"));
});
