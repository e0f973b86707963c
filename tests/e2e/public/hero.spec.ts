import { chromium, type Page } from "playwright/test";
import sharp from "sharp";
import { expect, test } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";

/** Common window sizes: laptops, a tablet, wide screens, and phones in both orientations. */
const WINDOWS = [
  [1366, 657],
  [1536, 730],
  [1280, 640],
  [1440, 780],
  [1440, 900],
  [1024, 768],
  [1920, 937],
  [2560, 1300],
  [768, 1024],
  [390, 664],
  [360, 640],
  [844, 390],
] as const;
/** Small windows in which the programme's name can lie below the lower edge. */
const SMALL = [
  [320, 480],
  [568, 320],
  [640, 360],
] as const;

type Box = { left: number; right: number; top: number; bottom: number };

/** Returns the positions of the hero's parts, unscrolled and after the animation. Each line of text is one box. */
async function partsOf(page: Page) {
  return page.evaluate(async () => {
    const boxOf = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom });
    const box = (element: Element) => boxOf(element.getBoundingClientRect());
    const lines = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].map(boxOf);
    };
    const hero = document.querySelector("h1")?.closest("section") as HTMLElement;
    // Wait for the end of the animations. On a slow machine, the network can be idle before the first frame.
    await Promise.allSettled(hero.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const drawing = [...hero.querySelectorAll("svg")].find(
      (svg) => svg.getBoundingClientRect().width > 0,
    ) as SVGElement;
    const title = hero.querySelector("h1") as HTMLElement;
    const logo = document.querySelector("header a:has(svg)") as HTMLElement;
    return {
      // Use the drawing's lower edge as the lower edge of the name, because round letters extend slightly below the
      // other letters.
      name: {
        ...box(drawing.querySelector("use") as Element),
        bottom: drawing.getBoundingClientRect().bottom,
      },
      ring: box(drawing.querySelector("g circle") as Element),
      rings: [...drawing.querySelectorAll("circle")].map(box),
      button: box(hero.querySelector("a") as Element),
      link: lines(hero.querySelectorAll("a")[1] as Element),
      words: [...lines(title), ...lines(title.nextElementSibling as Element)],
      lead: box(title.nextElementSibling as Element),
      note: lines(
        [...hero.querySelectorAll("p")].find((p) => p.textContent?.match(/Rom/)) as Element,
      ),
      logo: box(logo),
    };
  });
}

/** Returns the shares of ink color and background color, 0 to 1, that a screenshot shows in a box of the window. */
async function paintedIn(page: Page): Promise<(box: Box) => { ink: number; field: number }> {
  const picture = sharp(await page.screenshot())
    .removeAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return ({ left, right, top, bottom }) => {
    const counts = { ink: 0, field: 0, all: 0 };
    for (let y = Math.ceil(top); y < Math.min(bottom, info.height); y++) {
      for (let x = Math.ceil(left); x < right; x++) {
        const [red = 0, green = 0] = data.subarray((y * info.width + x) * info.channels);
        counts.all++;
        if (red < 80) counts.ink++;
        else if (red > 200 && green < 130) counts.field++;
      }
    }
    return { ink: counts.ink / counts.all, field: counts.field / counts.all };
  };
}

/** Returns a square around a circle's center. The square's side is `share` of the diameter. */
function middleOf({ left, right, top, bottom }: Box, share: number): Box {
  const [x, y, half] = [(left + right) / 2, (top + bottom) / 2, ((right - left) * share) / 2];
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

/** Reports whether the line of a circle crosses a box. */
function crosses(circle: Box, { left, right, top, bottom }: Box): boolean {
  const [x, y] = [(circle.left + circle.right) / 2, (circle.top + circle.bottom) / 2];
  const radius = (circle.right - circle.left) / 2;
  const near = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const far = Math.hypot(Math.max(x - left, right - x), Math.max(y - top, bottom - y));
  return near <= radius && radius <= far;
}

const apart = (a: Box, b: Box) =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

for (const [width, height] of WINDOWS) {
  test(`${width} × ${height}: name, ring and button are visible in the first window`, async ({
    page,
    path,
  }) => {
    await page.setViewportSize({ width, height });
    await openReady(page, path("/"));
    const { name, ring, button, words, lead, note } = await partsOf(page);
    for (const [part, box] of Object.entries({ name, ring, button })) {
      expect(box.top, `${part} is below the upper edge`).toBeGreaterThanOrEqual(0);
      expect(box.bottom, `${part} is above the lower edge`).toBeLessThanOrEqual(height + 1);
      expect(box.left, `${part} is right of the left edge`).toBeGreaterThanOrEqual(0);
      expect(box.right, `${part} is left of the right edge`).toBeLessThanOrEqual(width);
    }
    expect(ring.right - ring.left, "a ring that can be seen").toBeGreaterThan(90);
    expect(Math.abs(name.left - lead.left)).toBeLessThanOrEqual(1);
    for (const line of [...words, button, ...note]) {
      expect(apart(line, ring), "words and ring do not overlap").toBe(true);
      expect(apart(line, name), "words and name do not overlap").toBe(true);
    }

    // Check that the screenshot shows the parts whose positions the test has just compared: a ring with a hole, letters
    // on the background, and a button.
    const painted = await paintedIn(page);
    const share = (Math.PI / 4) * (1 - 1 / 4);
    expect(painted(ring).ink).toBeGreaterThan(share - 0.05);
    expect(painted(ring).ink).toBeLessThan(share + 0.12);
    expect(painted(middleOf(ring, 0.3)).field, "a hole with words in it").toBeGreaterThan(0.5);
    expect(painted(name).ink, "letters").toBeGreaterThan(0.3);
    expect(painted(name).field, "letters on the field").toBeGreaterThan(0.3);
    expect(painted(button).ink, "a button of ink").toBeGreaterThan(0.7);
  });
}

for (const [width, height] of SMALL) {
  test(`${width} × ${height}: the header shows the name if the hero's name is not visible`, async ({
    page,
    path,
  }) => {
    await page.setViewportSize({ width, height });
    await openReady(page, path("/"));
    const { name, logo } = await partsOf(page);
    const seen = name.bottom <= height + 1;
    expect(seen || logo.right - logo.left > 40).toBe(true);
  });
}

test("the header does not repeat the hero's name before the first scroll", async ({
  page,
  path,
}) => {
  await openReady(page, path("/"));
  expect((await partsOf(page)).logo.right - (await partsOf(page)).logo.left).toBeLessThan(2);
});

test("text at twice its size overlaps neither the rings nor the name", async ({
  path,
  baseURL,
}) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH as string,
    args: ["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"],
  });
  try {
    const context = await browser.newContext({
      baseURL: baseURL as string,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await openReady(page, path("/"));
      const { name, rings, words, link, note } = await partsOf(page);
      for (const line of [...words, ...link]) {
        expect(apart(line, name), `${width} × ${height}: the name`).toBe(true);
        const crossed = rings.filter((ring) => crosses(ring, line));
        expect(crossed, `${width} × ${height}: rings through a line of text`).toEqual([]);
      }
      // The note has a background, so that a thin ring behind the note does not cross its text.
      for (const line of note) expect(apart(line, name), `${width} × ${height}`).toBe(true);
    }
  } finally {
    await browser.close();
  }
});
