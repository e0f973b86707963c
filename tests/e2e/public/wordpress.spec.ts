import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, test, wordsOf } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";
import { previewLink, revalidation } from "../../support/content";
import { hasBuild, startSecondSite } from "../../support/servers/second-site";
import { type WordPress, WP_FAILURES, WP_USER, wpPost } from "../../support/servers/wordpress";
import { LONG_WORD, startFilledWordPress } from "../../support/servers/wordpress-posts";

/*
 * Tests the site with an unmodified WordPress as its content source, over HTTP. All tests share one server and run in
 * order, because a change in WordPress affects every page.
 */
test.describe.configure({ mode: "serial" });
// Run once for both languages. Skip when the site under test is external, because its content source cannot be
// replaced.
test.skip(({ language }) => language === "en" || !hasBuild);

let wordpress: WordPress;
let site: Awaited<ReturnType<typeof startSecondSite>>;
const it = wordsOf("it");
const en = wordsOf("en");
/** Seconds after which the site renders a page again, and seconds that the site waits for WordPress. */
const REVALIDATE = "2";
const TIMEOUT = "1";

test.beforeAll(async () => {
  if (test.info().project.name === "en") return;
  // An address with a private IP address, whose dots distinguish it from a name such as localhost.
  wordpress = await startFilledWordPress("127.0.0.1");
  site = await startSecondSite({
    CONTENT_API_URL: wordpress.url,
    CONTENT_CREDENTIALS: WP_USER,
    CONTENT_REVALIDATE: REVALIDATE,
    CONTENT_TIMEOUT: TIMEOUT,
    SITE_ENV: "preview",
  });
});

test.afterAll(async () => {
  await site?.stop();
  await wordpress?.close();
});

const get = (path: string, headers?: Record<string, string>) => site.get(path, headers);

async function refresh(tag = "content"): Promise<number> {
  const { headers, data } = revalidation(tag);
  const body = JSON.stringify(data);
  return (await fetch(`${site.url}/api/revalidate`, { method: "POST", headers, body })).status;
}

test("pages stay available after a restart and new dates of the call while the WordPress is down", async () => {
  expect((await get("/en/corso")).status).toBe(200);
  wordpress.mood = "down";
  await site.again();
  expect(await refresh("edition")).toBe(200);
  // No visitor has opened a page since the restart, so the site reads the pages from disk.
  expect((await get("/en/corso")).status).toBe(200);
  expect((await get("/en/corso")).status).toBe(200);
  wordpress.mood = "up";
});

test("lists contain all pages of WordPress's API, with entities and missing pictures", async () => {
  expect(await refresh()).toBe(200);
  const { status, text } = await get("/magazine/1");
  expect(status).toBe(200);
  expect(text).toContain("L’idea &amp; l’impresa: “prima” &lt;misura&gt; – poi");
  expect(text).toContain("Un estratto “automatico” che finisce qui…");
  expect(text).not.toContain("elsewhere.example");
  for (const title of ["Senza foto", "Foto sparita", "Foto altrui"]) expect(text).toContain(title);
  // WordPress has 109 published articles, and each list page shows nine. Page 13 is the last page.
  expect((await get("/magazine/13")).status).toBe(200);
  expect((await get("/magazine/14")).status).toBe(404);
  expect(wordpress.asked.some((url) => url.includes("page=2&per_page=100"))).toBe(true);
  expect(text).not.toContain("Una bozza senza nome");
});

test("a missing type is an empty list, and an item in Italian only says so in English", async ({
  page,
}) => {
  const courses = await get("/corso");
  expect([courses.status, courses.text.includes(it("content.empty"))]).toEqual([200, true]);
  await page.goto(`${site.url}/en/storie/una-storia`);
  await expect(page.getByText(en("content.untranslated"))).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Una storia");
  expect(await page.locator("article [lang=it] h1").count()).toBe(1);
});

test("search, feed and sitemap contain WordPress items, each in its own language", async () => {
  expect(await refresh()).toBe(200);
  const { text } = await get("/search?q=SPARÍTA+foto");
  expect(text).toContain('href="/magazine/foto-sparita"');
  expect(text).not.toContain('href="/magazine/senza-foto"');
  expect(wordpress.asked.some((url) => url.includes("search=SPAR%C3%8DTA+foto"))).toBe(true);
  expect((await get("/search?q=Segretissimo")).text).toContain(it("search.none"));
  const feed = await get("/feed.xml");
  expect(feed.text).toContain(`<link>${site.url}/magazine/tutti-i-blocchi</link>`);
  expect(feed.text).not.toMatch(/Segretissimo|<script|onerror=/);
  expect((await get("/en/feed.xml")).text).not.toContain("<item>");
  await expect
    .poll(async () => (await get("/sitemap.xml")).text, { timeout: 30_000 })
    .toContain(`<loc>${site.url}/magazine/senza-foto</loc>`);
  expect((await get("/sitemap.xml")).text).not.toMatch(/senza-nome|\/en\/magazine\/senza-foto/);
});

test("an article keeps its blocks and loses scripts and requests to other hosts", async ({
  page,
}) => {
  const strange: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(site.url).host) strange.push(request.url());
  });
  await openReady(page, `${site.url}/magazine/tutti-i-blocchi`);
  const text = page.getByRole("article").first();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "L’idea & l’impresa: “prima” <misura> – poi",
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  for (const [selector, count] of [
    [".wp-block-gallery img", 3],
    [".wp-block-pullquote blockquote", 1],
    ["blockquote.wp-block-quote cite", 1],
    ["table tfoot td", 3],
    ["ol[start='3'] li", 2],
    ["ul ul li", 1],
    ["pre.wp-block-code code", 1],
    ["details summary", 1],
    [".wp-block-columns .wp-block-column", 2],
    [".wp-block-media-text img", 1],
    ["figure figcaption em", 1],
    [".wp-block-file a", 2],
    ["mark", 1],
    [
      "iframe, script:not([type]), style, form:not([action='/api/preview']), input, object, svg[onload]",
      0,
    ],
    ["[onclick], [onload], [onmouseover], [onerror]", 0],
    ["a[href^='javascript']", 0],
    ["p[style], .has-vivid-red-color", 0],
  ] as const) {
    await expect(text.locator(selector), selector).toHaveCount(count);
  }
  await expect(text.getByRole("link", { name: "Il pitch di Cartavoce" })).toHaveAttribute(
    "href",
    "https://www.youtube.com/watch?v=abc123",
  );
  const words = await text.innerText();
  for (const gone of ["[gallery", "Didascalia di una foto altrui", "Sconosciuto"]) {
    expect(words).not.toContain(gone);
  }
  expect(await page.evaluate(() => "intruder" in window)).toBe(false);
  const pictures = await text.locator("img").evaluateAll((images) =>
    Promise.all(
      (images as HTMLImageElement[]).map(async (img) => {
        img.loading = "eager";
        await img.decode();
        return { src: new URL(img.currentSrc).pathname, width: img.naturalWidth };
      }),
    ),
  );
  expect(pictures.length).toBeGreaterThanOrEqual(6);
  for (const [index, { src, width }] of pictures.entries()) {
    if (index === 0) expect(src).toMatch(/^\/media\/magazine\/\d+\/wp-content\/uploads\//);
    else expect(src).toBe("/_next/image");
    expect(width).toBeGreaterThan(0);
  }
  expect(strange).toEqual([]);
  for (const width of [320, 360, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
    if (process.env.SHOTS) {
      await page.screenshot({ path: `${process.env.SHOTS}/blocks-${width}.png`, fullPage: true });
    }
  }
  await expectNoAxeViolations(page);
});

test("unusual blocks keep their layout on a laptop, and fit a phone", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await openReady(page, `${site.url}/magazine/blocchi-insoliti`);
  const text = page.getByRole("article").first();
  const floats = (selector: string) =>
    text.locator(selector).evaluate((element) => getComputedStyle(element).float);
  expect(await floats(".alignleft")).toMatch(/left|start/);
  expect(await floats(".alignright")).toMatch(/right|end/);
  const indent = (words: string) =>
    text.getByText(words).evaluate((element) => getComputedStyle(element).textIndent);
  expect(await indent("Accanto alla foto a sinistra")).toBe("0px");
  expect(await indent("Accanto alla foto a destra")).not.toBe("0px");
  await expect(text.getByRole("heading", { level: 6 })).toHaveText("Un titolo piccolo");
  const box = async (selector: string) => {
    const found = await text.locator(selector).first().boundingBox();
    if (!found) throw new Error(`${selector} has no box`);
    return found;
  };
  const [cover, words] = [await box(".wp-block-cover img"), await box(".wp-block-cover p")];
  expect(words.y).toBeGreaterThan(cover.y);
  expect(words.y + words.height).toBeLessThan(cover.y + cover.height);
  const [wide, narrow] = [await box(".wp-block-column-66"), await box(".wp-block-column-33")];
  expect(wide.y).toBe(narrow.y);
  expect(wide.width / narrow.width).toBeGreaterThan(1.5);
  const background = (name: string) =>
    text
      .getByText(name, { exact: true })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await background("Senza link")).toBe("rgba(0, 0, 0, 0)");
  expect(await background("Con un link")).not.toBe("rgba(0, 0, 0, 0)");
  await expect(text.locator("video[controls][src^='/media/files/'] track")).toHaveCount(1);
  await expect(text.locator("audio[controls][src^='/media/files/']")).toHaveCount(1);
  await expect(text.locator("form.wp-block-search, input")).toHaveCount(0);
  await expect(text.getByText("Testo tra codici brevi [sic]", { exact: true })).toBeVisible();
  await text.locator("sup.fn a").click();
  await expect(text.getByText("Una nota.")).toBeInViewport();
  for (const width of [360, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await expectNoSideways(page);
    if (process.env.SHOTS) {
      const path = `${process.env.SHOTS}/unusual-${width}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
  await expectNoAxeViolations(page);
});

test("a title of one long word widens no page on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [
    "/magazine/blocchi-insoliti",
    "/magazine/tutti-i-blocchi",
    "/magazine/1",
    "/",
    "/search?q=precipite",
  ]) {
    await openReady(page, site.url + path);
    await expect(page.getByText(LONG_WORD).first()).toBeVisible();
    await expectNoSideways(page);
  }
});

test("the image optimiser accepts pictures only from the configured host, which can be a private IP address", async () => {
  const optimised = (url: string) => get(`/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`);
  const own = await optimised(`${wordpress.url}/wp-content/uploads/2026/01/banco.jpg`);
  expect([own.status, own.headers.get("content-type")?.startsWith("image/")]).toEqual([200, true]);
  for (const url of [
    "https://cdn.elsewhere.example/a.jpg",
    "http://169.254.169.254/x",
    `${wordpress.url}.evil.example/a.jpg`,
  ]) {
    expect((await optimised(url)).status).toBe(400);
  }
});

test("a draft without a slug is previewed under its future slug, and not published", async ({
  page,
}) => {
  const place = { type: "posts", slug: "una-bozza-senza-nome", lang: "it" } as const;
  expect((await get("/magazine/una-bozza-senza-nome")).status).toBe(404);
  await page.goto(site.url + (await previewLink(place)));
  await expect(page.getByText("Segretissimo.")).toBeVisible();
  expect((await get("/magazine/una-bozza-senza-nome")).status).toBe(404);
});

test("a preview link to a text that does not exist explains that", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const link = await previewLink({ type: "posts", slug: "mai-scritta", lang: "it" });
  const answer = await page.goto(site.url + link);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: it("preview.missing") })).toBeVisible();
  await expect(page.getByRole("heading", { name: en("preview.missing") })).toBeVisible();
});

test("the preview of a WordPress page that the site does not have explains which pages it has", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const link = await previewLink({ type: "pages", slug: "nuova-pagina", lang: "it" });
  const answer = await page.goto(site.url + link);
  expect(answer?.status()).toBe(404);
  for (const words of [it, en])
    await expect(page.getByRole("heading", { name: words("preview.page") })).toBeVisible();
  await expect(page.getByText("faq, cookie-policy, accessibility").first()).toBeVisible();
});

test("the preview of a person of the roll has the bar, on the page with the roll", async ({
  page,
}) => {
  const meta = { edition: "2025", outcome: "finalist" };
  wordpress.types.alumni = [
    wpPost({ id: 700, slug: "ada", title: "Ada Prova", status: "draft", meta }),
  ];
  await page.goto(site.url + (await previewLink({ type: "alumni", slug: "ada", lang: "it" })));
  expect(new URL(page.url()).pathname).toBe("/chi-siamo");
  await expect(page.getByRole("complementary", { name: it("preview.bar") })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ada Prova" })).toBeVisible();
  expect((await get("/chi-siamo")).text).not.toContain("Ada Prova");
  await page.getByRole("button", { name: it("preview.exit") }).click();
  await expect(page.getByRole("heading", { name: "Ada Prova" })).toHaveCount(0);
});

test("a document of the WordPress is served by the site", async () => {
  const { status, headers } = await get("/media/files/wp-content/uploads/2026/01/bando.pdf");
  expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test("changes to a published text are visible only in the preview, also after a revalidation", async ({
  page,
}) => {
  const here = "/magazine/in-riscrittura";
  const nobodyElse = async () => {
    const ways: Record<string, string>[] = [
      {},
      { RSC: "1" },
      { RSC: "1", "Next-Router-Prefetch": "1" },
    ];
    for (const headers of ways) {
      const { status, text } = await get(here, headers);
      expect([status, text.includes("nuovissimo")]).toEqual([200, false]);
    }
  };
  await nobodyElse();
  await page.goto(
    site.url + (await previewLink({ type: "posts", slug: "in-riscrittura", lang: "it" })),
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Testo nuovissimo");
  await nobodyElse();
  expect(await refresh()).toBe(200);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Testo nuovissimo");
  await nobodyElse();
  await page.getByRole("button", { name: it("preview.exit") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Articolo 505");
  expect(new URL(page.url()).pathname).toBe(here);
});

test("only the WordPress can show a preview in a frame, also where third-party cookies need a partition", async () => {
  const link = await previewLink({ type: "posts", slug: "in-riscrittura", lang: "it" });
  const framed = { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site" };
  const entered = await get(link, framed);
  expect(entered.status).toBe(307);
  const cookies = entered.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies)
    expect(cookie).toMatch(/(?=.*SameSite=none)(?=.*Secure)(?=.*Partitioned)/i);
  for (const cookie of (await get(link)).headers.getSetCookie())
    expect(cookie).toMatch(/SameSite=lax/i);
  const Cookie = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
  const page = await get("/magazine/in-riscrittura", { ...framed, Cookie });
  const origin = new URL(wordpress.url).origin;
  expect(page.headers.get("content-security-policy")).toContain(`frame-ancestors ${origin}`);
  expect(page.text).not.toContain("wp-admin/post.php");
  expect((await get("/magazine/in-riscrittura", { Cookie })).text).toContain("wp-admin/post.php");
  for (const other of ["/magazine/in-riscrittura", "/magazine/1", "/"])
    expect((await get(other)).headers.get("content-security-policy")).toContain(
      "frame-ancestors 'none'",
    );
});

test("a preview deployment says so, is not indexed, and accepts any host as its own", async ({
  page,
}) => {
  const { headers, text } = await get("/magazine/senza-foto");
  expect(headers.get("x-robots-tag")).toContain("noindex");
  expect(text).toContain('name="robots" content="noindex');
  expect((await get("/robots.txt")).text).toContain("Disallow: /\n");
  await page.goto(`${site.url}/en/magazine/senza-foto`);
  await expect(page.getByText(en("preview.mark"), { exact: true })).toBeVisible();
  const other = site.url.replace("localhost", "127.0.0.1");
  await page.goto(`${other}/magazine/senza-foto`);
  for (const link of await page.locator("a[href^='http']").all()) {
    expect(await link.getAttribute("href")).not.toContain("localhost");
  }
  const answer = await fetch(`${other}/dashboard`, { redirect: "manual" });
  expect(answer.headers.get("location")).not.toContain("localhost");
});

async function expectNoSideways(page: Page): Promise<void> {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide, `sideways scroll of ${page.url()} at ${page.viewportSize()?.width}`).toBe(0);
}

/** Waits until the site has rendered its pages again at least once. */
async function nextMaking() {
  await get("/magazine/senza-foto");
  await new Promise((resolve) => setTimeout(resolve, Number(REVALIDATE) * 1000 + 500));
  await get("/magazine/senza-foto");
}

for (const mood of WP_FAILURES) {
  test(`while the WordPress is ${mood}, the last good page is served quickly and recovers automatically`, async () => {
    test.slow();
    const title = `Titolo ${mood}`;
    const [post] = wordpress.types.posts?.filter(({ slug }) => slug === "senza-foto") ?? [];
    if (!post) throw new Error("no such post");
    expect(await refresh()).toBe(200);
    const good = await get("/magazine/senza-foto");
    const list = await get("/magazine/1");
    // Let the site's pages expire, so that the site must read from the WordPress, which then fails.
    expect(await refresh()).toBe(200);
    wordpress.mood = mood;
    post.title = title;
    for (const path of [
      "/magazine/senza-foto",
      "/magazine/1",
      "/en/magazine/senza-foto",
      "/storie",
    ]) {
      const { status, ms } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(ms, path).toBeLessThan(6_000);
    }
    expect((await get("/magazine/mai-esistito")).status).toBe(404);
    expect((await get("/magazine/una-bozza-senza-nome")).status).toBe(404);
    const draft = { type: "posts", slug: "una-bozza-senza-nome", lang: "it" } as const;
    const preview = await get(await previewLink(draft));
    expect([preview.status, preview.text.includes(it("preview.unread"))]).toEqual([503, true]);
    const other = await get("/login");
    expect([other.status, other.ms < 2_000]).toEqual([200, true]);
    const search = await get("/search?q=academy");
    expect([search.status, search.text.includes(it("search.failedTitle"))]).toEqual([200, true]);
    expect(search.text).toContain('href="/academy"');
    expect((await get("/feed.xml")).text).toContain("<item>");
    await nextMaking();
    expect(await refresh()).toBe(503);
    const h1 = (text: string) => /<h1[^>]*>.*?<\/h1>/s.exec(text)?.[0];
    expect(h1((await get("/magazine/senza-foto")).text)).toBe(h1(good.text));
    expect((await get("/magazine/1")).text.match(/<h2/g)?.length).toBe(
      list.text.match(/<h2/g)?.length,
    );
    wordpress.mood = "up";
    await expect
      .poll(async () => (await get("/magazine/senza-foto")).text, { timeout: 30_000 })
      .toContain(title);
  });
}

for (const [name, content, isShown] of [
  ["a text of 10 MB", "a".repeat(10_000_000), false],
  ["60,000 nested elements", `${"<b>".repeat(60_000)}capolinea`, true],
] as const) {
  test(`${name} in the WordPress slow down no page and hide no other text`, async () => {
    test.slow();
    // Use the product's default times. With the short times of the other tests, the site would read 10 MB from the
    // WordPress every two seconds.
    await site.again({ CONTENT_TIMEOUT: "10", CONTENT_REVALIDATE: "300" });
    const paths = ["/magazine/senza-foto", "/magazine/1", "/en/magazine/1", "/", "/login"];
    /** Makes the site read all lists again, then requests each page. Returns the duration of each page request. */
    const times = async () => {
      expect(await refresh()).toBe(200);
      const all: number[] = [];
      for (const path of paths) {
        const { status, ms } = await get(path);
        expect([path, status]).toEqual([path, 200]);
        all.push(ms);
      }
      return all;
    };
    // Measure the slowest page before the large text exists, and compare with this duration, because other tests can
    // keep the processors busy.
    const usual = Math.max(...(await times()));
    wordpress.types.posts?.push(wpPost({ id: 800, slug: "pesante", title: "Pesante", content }));
    for (const ms of await times()) expect(ms).toBeLessThan(Math.max(6_000, 5 * usual));
    const heavy = await get("/magazine/pesante");
    expect([heavy.status, heavy.text.includes("capolinea")]).toEqual(
      isShown ? [200, true] : [404, false],
    );
    wordpress.types.posts?.pop();
  });
}
