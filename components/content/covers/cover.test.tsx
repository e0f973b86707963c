import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SECTIONS } from "@/lib/routes/sections";
import { COVER_FAMILIES, Cover } from "./cover";
import { paletteOf } from "./cover-palette";
import { fnv1a, mulberry32 } from "./cover-seed";

const draw = (slug: string, extra: Partial<Parameters<typeof Cover>[0]> = {}) =>
  renderToStaticMarkup(<Cover slug={slug} section="call" width={600} height={750} {...extra} />);

test("the seed is FNV-1a of the slug", () => {
  expect(fnv1a("")).toBe(0x811c9dc5);
  expect(fnv1a("foobar")).toBe(0xbf9cf968);
});

test("the same slug always gives the same drawing, another slug another one", () => {
  expect(draw("orto-sul-tetto")).toBe(draw("orto-sul-tetto"));
  expect(draw("orto-sul-tetto")).not.toBe(draw("orto-sul-muro"));
});

test("only the ratio counts: 4 × 3 is the drawing of 800 × 600", () => {
  const drawing = (width: number, height: number) => draw("sei-mesi-dopo", { width, height });
  expect(drawing(4, 3)).toBe(drawing(800, 600));
});

test("slugs reach every family", () => {
  const reached = new Set(Array.from({ length: 200 }, (_, k) => fnv1a(`slug-${k}`) % 8));
  expect(reached.size).toBe(COVER_FAMILIES.length);
});

describe.each(COVER_FAMILIES)("%s", (family) => {
  test.each([
    [600, 400],
    [600, 750],
    [600, 600],
    [1600, 600],
  ])("is drawn for %d × %d with finite numbers, no ids and no words", (width, height) => {
    for (let k = 0; k < 40; k++) {
      const markup = draw(`slug-${k}`, { family, width, height });
      expect(markup).not.toMatch(/NaN|Infinity|undefined/);
      expect(markup).not.toMatch(/ id=/);
      expect(markup).toContain('aria-hidden="true"');
      expect(markup.replace(/<[^>]*>/g, "")).toBe("");
    }
  });
});

test("hue, ink and white never lose their contrast: field, figure and accent are three inks", () => {
  for (const section of SECTIONS) {
    for (let k = 0; k < 100; k++) {
      const { field, figure, accent } = paletteOf(section, mulberry32(k));
      expect(new Set([field, figure, accent]).size).toBe(3);
    }
  }
});

test("the magazine's covers are only ink or white, because its pages are grey", () => {
  const fields = new Set(
    Array.from({ length: 100 }, (_, k) => paletteOf("magazine", mulberry32(k)).field),
  );
  expect([...fields].sort()).toEqual(["ink", "white"]);
});
