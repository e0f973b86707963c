import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { itemPath } from "@/lib/routes/items";
import { expect, test } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";
import { revalidation, writeContent, writePicture } from "../../support/content";

/** Maximum layout shift of a page, the same value as in first-paint.spec.ts. */
const MOST = 0.02;

/** Returns a page's layout shift while the page loads and while it scrolls. */
async function movedOn(page: Page, address: string): Promise<number> {
  await openReady(page, address);
  return page.evaluate(async () => {
    const frames = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo({ top: y, behavior: "instant" });
      await frames();
    }
    return (window as unknown as { moved: number }).moved;
  });
}

test("a photograph reserves its space, stays within two fifths of the window, and is the sharing picture", async ({
  page,
  path,
  language,
}) => {
  test.slow();
  const slug = `foto${randomUUID().replaceAll("-", "")}`;
  // Create a photograph that is light at the top, dark at the bottom, and grainy. The site's drawings have no such
  // tones.
  const [width, height] = [1600, 1067];
  const grain = Buffer.from(
    Array.from({ length: width * height }, (_, at) => 230 - Math.floor(at / width / 5) + (at % 17)),
  );
  const picture = writePicture(
    `${slug}.jpg`,
    await sharp(grain, { raw: { width, height, channels: 1 } })
      .jpeg()
      .toBuffer(),
  );
  const items = (["posts", "courses"] as const).map((type) => ({
    type,
    place: writeContent(
      { type, slug, lang: language },
      { title: "Un molo", more: `image: "${slug}.jpg"\nalt: "Un molo"\ncredit: "Foto: Ada"` },
    ),
  }));
  try {
    await page.addInitScript(() => {
      Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
          (window as unknown as { moved: number }).moved += (
            shift as unknown as { value: number }
          ).value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.request.post("/api/revalidate", revalidation());
    for (const { type } of items) {
      const address = path(itemPath(type, slug));
      for (const size of [
        { width: 360, height: 640 },
        { width: 1440, height: 900 },
      ]) {
        await page.setViewportSize(size);
        // Repeat the request, because the server renders a new item's page at the first visit after the revalidation.
        await expect
          .poll(async () => (await page.request.get(address)).status(), { timeout: 30_000 })
          .toBe(200);
        expect(await movedOn(page, address), `${address} ${size.width}`).toBeLessThanOrEqual(MOST);
        const image = page.getByRole("img", { name: "Un molo" }).first();
        const box = await image.evaluate((element) => {
          const { complete, naturalWidth } = element as HTMLImageElement;
          return { complete, naturalWidth, height: element.getBoundingClientRect().height };
        });
        expect(box.complete && box.naturalWidth > 0, "it has come").toBe(true);
        expect(box.height).toBeGreaterThan(100);
        expect(box.height).toBeLessThanOrEqual(size.height * 0.4 + 1);
      }
      const shared = await page.locator('meta[property="og:image"]').getAttribute("content");
      const answer = await page.request.get(new URL(shared ?? "", page.url()).pathname);
      expect(answer.headers()["content-type"]).toBe("image/png");
      const upper = sharp(await answer.body()).extract({
        left: 0,
        top: 0,
        width: 1200,
        height: 370,
      });
      // A drawing has only three flat colors, but a photograph has many tones from light to dark.
      const { data } = await upper.greyscale().raw().toBuffer({ resolveWithObject: true });
      expect(new Set(data).size).toBeGreaterThan(24);
      const rows = [20, 340].map((y) => data.subarray(y * 1200, (y + 1) * 1200));
      const [above = 0, below = 0] = rows.map((row) => row.reduce((sum, one) => sum + one) / 1200);
      expect(above - below, "light above, dark below").toBeGreaterThan(40);
    }
  } finally {
    for (const { place } of items) place.remove();
    picture.remove();
    await page.request.post("/api/revalidate", revalidation());
  }
});
