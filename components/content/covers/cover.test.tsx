import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { COVER_FAMILIES, type CoverChoice } from "@/contract/content/covers";
import { SECTIONS } from "@/lib/routes/sections";
import { Cover } from "./cover";
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

test("only the ratio matters: 4 × 3 gives the drawing of 800 × 600", () => {
  const drawing = (width: number, height: number) => draw("sei-mesi-dopo", { width, height });
  expect(drawing(4, 3)).toBe(drawing(800, 600));
});

test("slugs reach every cover family", () => {
  const reached = new Set(Array.from({ length: 200 }, (_, k) => fnv1a(`slug-${k}`) % 8));
  expect(reached.size).toBe(COVER_FAMILIES.length);
});

describe.each(COVER_FAMILIES)("%s", (family) => {
  test.each([
    [600, 400],
    [600, 750],
    [600, 600],
    [1600, 600],
    [3240, 600],
  ])("the cover is drawn for %d × %d with finite numbers, no ids and no text", (width, height) => {
    for (let k = 0; k < 40; k++) {
      const markup = draw(`slug-${k}`, { choice: { family }, width, height });
      expect(markup).not.toMatch(/NaN|Infinity|undefined/);
      expect(markup).not.toMatch(/ id=/);
      expect(markup).toContain('aria-hidden="true"');
      expect(markup.replace(/<[^>]*>/g, "")).toBe("");
    }
  });
});

test("hue, ink and white keep their contrast: field, figure and accent are three inks", () => {
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

const SIZES = [
  [600, 400],
  [600, 750],
  [600, 600],
  [1440, 560],
  [3240, 600],
] as const;

/** Functions that count the shapes of a cover family in its SVG markup. */
const COUNTED: [CoverChoice, (markup: string) => number][] = [
  [{ family: "balzi", count: 2 }, (markup) => found(markup, /<path/g)],
  [{ family: "scala", count: 6 }, (markup) => found(markup, /<rect/g) - 1],
  [{ family: "scala", count: 20 }, (markup) => found(markup, /<rect/g) - 1],
  [{ family: "cronofoto", count: 20 }, (markup) => found(markup, /<circle[^>]*fill="none"/g)],
  // The raised ring leaves an outline circle behind, so the number of shapes is one less than the number of circles.
  [{ family: "grata", count: 50 }, (markup) => found(markup, /<circle/g) - 1],
  [{ family: "grata", count: 5, which: 5 }, (markup) => found(markup, /<circle/g) - 1],
  [{ family: "riga", count: 1 }, (markup) => found(markup, /<circle[^>]*fill="none"/g)],
  [{ family: "riga", count: 6 }, (markup) => found(markup, /<circle[^>]*fill="none"/g)],
  [{ family: "eco", count: 2 }, (markup) => found(markup, /<path/g)],
  [{ family: "eco", count: 4 }, (markup) => found(markup, /<path/g)],
  [{ family: "fascio", count: 3 }, (markup) => found(markup, /<path/g)],
  [{ family: "spicchi", count: 4 }, (markup) => found(markup, /<circle|M(?=[\d.-])/g)],
  [{ family: "spicchi", count: 5 }, (markup) => found(markup, /<circle|M(?=[\d.-])/g)],
  [{ family: "spicchi", count: 11 }, (markup) => found(markup, /<circle|M(?=[\d.-])/g)],
];
const found = (markup: string, what: RegExp) => markup.match(what)?.length ?? 0;

test.each(COUNTED)(
  "%o: the cover has the requested number of shapes, all inside the picture",
  (choice, count) => {
    for (const [width, height] of SIZES) {
      for (let k = 0; k < 20; k++) {
        const markup = draw(`slug-${k}`, { choice, width, height });
        expect(count(markup)).toBe(choice.count);
        const scale = 600 / Math.min(width, height);
        const numbers = [...markup.matchAll(/ (?:cx|x)="([^"]+)"|M([\d.-]+) /g)];
        for (const [, x, from] of numbers) {
          expect(Number(x ?? from)).toBeGreaterThanOrEqual(0);
          expect(Number(x ?? from)).toBeLessThanOrEqual(width * scale + 0.01);
        }
      }
    }
  },
);

test("the fifth of five rings is raised straight above its hoop", () => {
  const markup = draw("quinto", {
    choice: { family: "grata", count: 5, which: 5 },
    width: 600,
    height: 600,
  });
  const circles = [...markup.matchAll(/cx="([\d.]+)" cy="([\d.]+)"[^>]*stroke-width="([\d.]+)"/g)];
  const [, , , , hoop, jumped] = circles.map(([, x, y, line]) => ({
    x,
    y: Number(y),
    line: Number(line),
  }));
  expect(hoop?.line).toBeLessThan(jumped?.line ?? 0);
  expect(jumped?.x).toBe(hoop?.x);
  expect(jumped?.y).toBeLessThan((hoop?.y ?? 0) - 40);
});

/** Returns the visible circles in a cover's markup: outer radius and line width. */
const circlesOf = (markup: string) =>
  [
    ...markup.matchAll(
      /<circle cx="([^"]+)" cy="([^"]+)" r="([^"]+)"(?:[^>]*stroke-width="([^"]+)")?/g,
    ),
  ].map(([, x, y, r, line = "0"]) => ({
    x: Number(x),
    y: Number(y),
    outer: Number(r) + Number(line) / 2,
    line: Number(line),
  }));

describe.each(SIZES)("at %d × %d", (width, height) => {
  const slugs = Array.from({ length: 40 }, (_, k) => `slug-${k}`);

  test("the ring of *scala* is on the middle of the last bar", () => {
    for (const slug of slugs) {
      for (const count of [undefined, 2, 5, 8, 20]) {
        const markup = draw(slug, { choice: { family: "scala", count }, width, height });
        const last = [...markup.matchAll(/<rect x="([^"]+)" y="([^"]+)" width="([^"]+)"/g)].at(-1);
        const [x = 0, y = 0, w = 0] = (last ?? []).slice(1).map(Number);
        const ring = circlesOf(markup).at(-1);
        expect(ring?.x).toBeCloseTo(x + w / 2, 1);
        expect((ring?.y ?? 0) + (ring?.outer ?? 0)).toBeCloseTo(y, 1);
        expect(2 * (ring?.outer ?? 0)).toBeLessThanOrEqual(w);
      }
    }
  });

  test("the raised ring of *grata* does not touch the upper edge or its hoop", () => {
    for (const slug of slugs) {
      for (const count of [undefined, 5, 20, 42, 50]) {
        const circles = circlesOf(
          draw(slug, { choice: { family: "grata", count }, width, height }),
        );
        const jumped = circles.at(-1);
        const hoop = circles.find(
          ({ line }) => line < 10 && line === Math.min(...circles.map((c) => c.line)),
        );
        if (!jumped || !hoop) throw new Error("no ring has jumped");
        // 44.9 drawing units are 24 pixels if the picture's shorter side is 320 pixels.
        expect(jumped.y - jumped.outer).toBeGreaterThanOrEqual(44.9);
        expect(hoop.y - jumped.y).toBeGreaterThanOrEqual(jumped.outer + hoop.outer);
      }
    }
  });

  test("the ring of *spicchi* touches the shape below it", () => {
    for (const slug of slugs) {
      for (const count of [undefined, 5, 7, 11]) {
        const markup = draw(slug, { choice: { family: "spicchi", count }, width, height });
        const ring = circlesOf(markup).at(-1);
        const quarters = [...markup.matchAll(/M([\d.-]+) ([\d.-]+)L[\d.-]+ [\d.-]+A([\d.]+)/g)].map(
          ([, x, y, r]) => ({ x: Number(x), y: Number(y), r: Number(r) }),
        );
        if (!ring) throw new Error("no ring");
        const airs = quarters.map(
          ({ x, y, r }) => Math.hypot(x - ring.x, y - ring.y) - r - ring.outer,
        );
        expect(airs.some((air) => Math.abs(air) < 0.1)).toBe(true);
      }
    }
  });
});

test("touching shapes of one ink are one path, without seams", () => {
  for (let k = 0; k < 40; k++) {
    expect(
      found(draw(`slug-${k}`, { choice: { family: "spicchi" } }), /<path/g),
    ).toBeLessThanOrEqual(2);
  }
});

test("an article's accent is the hue of its topic, in both languages", () => {
  const accents = (subject?: string) =>
    new Set(
      Array.from(
        { length: 50 },
        (_, k) => paletteOf("magazine", mulberry32(k), false, subject).accent,
      ),
    );
  for (const [it, en, ink] of [
    ["Internazionale", "International", "accent-5"],
    ["Dalla giuria", "From the jury", "accent-4"],
    ["Pratica", "How-to", "accent-2"],
    ["Economia", "Money", "accent-1"],
    ["Idee", "Ideas", "accent-3"],
  ] as const) {
    expect([...accents(it)], it).toEqual([ink]);
    expect([...accents(en)], en).toEqual([ink]);
  }
  expect(accents("Altro").size).toBe(accents().size);
  expect(paletteOf("community", mulberry32(1), false, "Pratica")).toEqual(
    paletteOf("community", mulberry32(1)),
  );
});
