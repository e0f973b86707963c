import sharp from "sharp";
import { ARCHIVE } from "@/lib/routes/archive";
import { isPrivate } from "@/lib/routes/guard";
import { expect, pathIn, test } from "../../support/browser/browser";

/** The archived versions of public pages. */
const ARCHIVED = ARCHIVE.filter(({ path }) => !isPrivate(path));

/** Returns the entries of the sitemap. The browser's own XML parser reads the file. */
const XML_ENTRIES = (xml: string) => {
  const document = new DOMParser().parseFromString(xml, "text/xml");
  if (document.querySelector("parsererror")) throw new Error("not well-formed");
  return [...document.getElementsByTagName("url")].map((url) => ({
    loc: url.getElementsByTagName("loc")[0]?.textContent ?? "",
    lastmod: url.getElementsByTagName("lastmod")[0]?.textContent ?? null,
    links: [...url.getElementsByTagName("xhtml:link")].map((link): [string, string] => [
      link.getAttribute("hreflang") ?? "",
      link.getAttribute("href") ?? "",
    ]),
  }));
};

/** Replaces the character escapes of HTML and XML in a text. */
const plain = (text = "") =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll(/&#(?:x27|39);|&apos;/g, "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");

/** Returns the alternative text that a picture's file contains as metadata. */
async function alternativeOf(png: Buffer): Promise<string> {
  const { xmp } = await sharp(png).metadata();
  return plain(/<rdf:li[^>]*>([^<]*)</.exec(xmp?.toString() ?? "")?.[1]);
}

test("each page of the sitemap exists and names its own URL, its translation, its feed and its picture", async ({
  page,
  request,
  language,
}) => {
  test.slow();
  await page.goto(pathIn(language, "/cookie-policy"));
  const xml = await (await request.get("/sitemap.xml")).text();
  const all = await page.evaluate(XML_ENTRIES, xml);
  const isMine = ({ loc }: { loc: string }) =>
    /\/en(?:\/|$)/.test(new URL(loc).pathname) === (language === "en");
  const mine = all.filter(isMine);
  expect(mine.length).toBeGreaterThan(60);
  expect(all.map(({ loc }) => loc)).not.toContainEqual(
    expect.stringMatching(/old$|search|login|thank|dashboard/i),
  );
  const pictures = new Map<string, string>();
  for (const { loc, links, lastmod } of mine) {
    if (lastmod) expect(Date.parse(lastmod), loc).toBeLessThan(Date.now() + 86_400_000);
    const answer = await request.get(loc);
    expect([loc, answer.status(), answer.headers()["set-cookie"]]).toEqual([loc, 200, undefined]);
    const html = await answer.text();
    const tag = (pattern: string) => new RegExp(pattern).exec(html)?.[1]?.replaceAll("&amp;", "&");
    expect(html, loc).not.toContain('name="robots" content="noindex');
    expect(tag('<link rel="canonical" href="([^"]*)"'), loc).toBe(loc);
    for (const [hreflang, href] of links) {
      expect(tag(`hrefLang="${hreflang}" href="([^"]*)"`), `${loc} ${hreflang}`).toBe(href);
      const twin = all.find((entry) => entry.loc === href);
      expect(twin?.links, href).toEqual(links);
    }
    const feed = new URL(pathIn(language, "/feed.xml"), loc).href;
    expect(tag('type="application/rss\\+xml" href="([^"]*)"'), loc).toBe(feed);
    expect(tag('type="application/feed\\+json" href="([^"]*)"'), loc).toBe(
      feed.replace(".xml", ".json"),
    );
    expect(tag('property="og:title" content="([^"]*)"'), loc).toBeTruthy();
    expect(tag('property="og:description" content="([^"]*)"'), loc).toBeTruthy();
    expect(tag('property="og:url" content="([^"]*)"'), loc).toBe(loc);
    expect(tag('property="og:locale" content="([^"]*)"'), loc).toBe(
      language === "it" ? "it_IT" : "en_GB",
    );
    expect(tag('name="twitter:card" content="([^"]*)"'), loc).toBe("summary_large_image");
    const picture = tag('property="og:image" content="([^"]*)"') ?? "";
    expect(tag('name="twitter:image" content="([^"]*)"'), loc).toBe(picture);
    pictures.set(picture, tag('property="og:image:alt" content="([^"]*)"') ?? "");
  }
  expect(pictures.size).toBeGreaterThan(40);
  for (const [picture, alt] of pictures) {
    const answer = await request.get(picture);
    expect([picture, answer.status()]).toEqual([picture, 200]);
    expect(answer.headers()["content-type"]).toBe("image/png");
    expect(answer.headers()["cache-control"]).toContain("immutable");
    const bytes = await answer.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect([picture, await alternativeOf(bytes)]).toEqual([picture, plain(alt)]);
  }
});

test("a page outside the sitemap has a sharing picture that matches its text", async ({
  request,
  path,
}) => {
  const others = ["/search", "/search?q=impresa", ...ARCHIVED.map((one) => one.path)];
  for (const address of others) {
    const html = await (await request.get(path(address))).text();
    const tag = (name: string) =>
      plain(new RegExp(`property="${name}" content="([^"]*)"`).exec(html)?.[1]);
    const answer = await request.get(tag("og:image"));
    expect([address, await alternativeOf(await answer.body())]).toEqual([
      address,
      tag("og:image:alt"),
    ]);
  }
});

test("a sharing picture of an unknown page is a 404", async ({ request }) => {
  for (const path of [
    "/og/it/posts/mai.png",
    "/og/it/nessuna.png",
    "/og/it/dashboard.png",
    "/og/it/pages/faq.png",
    "/og/it/call-for-ideas",
    "/og/fr/call-for-ideas.png",
    "/og/posts/due-minuti.png",
    "/og/it/posts/a/b.png",
  ]) {
    const answer = await request.get(path);
    expect([path, answer.status(), answer.headers()["cache-control"]]).toEqual([
      path,
      404,
      "no-store",
    ]);
  }
});

test("robots.txt names the sitemap, and the manifest's icons exist", async ({ request, page }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toMatch(/^Allow: \/$/m);
  expect(robots).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
  await page.goto("/");
  const manifest = await (
    await request.get((await page.locator('link[rel="manifest"]').getAttribute("href")) ?? "")
  ).json();
  expect(manifest.icons.length).toBeGreaterThan(1);
  const icons = [...manifest.icons.map(({ src }: { src: string }) => src), "/favicon.ico"];
  for (const icon of [
    ...icons,
    await page.locator('link[rel="apple-touch-icon"]').getAttribute("href"),
  ]) {
    const answer = await request.get(icon);
    expect([icon, answer.status()]).toEqual([icon, 200]);
    expect(answer.headers()["content-type"]).toMatch(/^image\//);
  }
});

test("the feed is in its language, well-formed, and cached", async ({
  page,
  request,
  path,
  language,
}) => {
  const answer = await request.get(path("/feed.xml"));
  expect(answer.status()).toBe(200);
  const headers = answer.headers();
  expect(headers["content-type"]).toBe("application/rss+xml; charset=utf-8");
  expect(headers["cache-control"]).toMatch(/public.*s-maxage=300/);
  expect(headers["set-cookie"]).toBeUndefined();
  const xml = await answer.text();
  await page.goto(path("/cookie-policy"));
  const items = await page.evaluate((text) => {
    const feed = new DOMParser().parseFromString(text, "text/xml");
    if (feed.querySelector("parsererror")) throw new Error("not well-formed");
    if (feed.documentElement.getAttribute("version") !== "2.0") throw new Error("not RSS 2.0");
    const one = (item: Element, tag: string) =>
      item.getElementsByTagName(tag)[0]?.textContent ?? "";
    return [...feed.getElementsByTagName("item")].map((item) => {
      const text = one(item, "content:encoded");
      const html = new DOMParser().parseFromString(text, "text/html");
      const addresses = [...html.querySelectorAll("[href], [src]")];
      return {
        title: one(item, "title"),
        link: one(item, "link"),
        date: Date.parse(one(item, "pubDate")),
        length: text.length,
        relative: addresses
          .map((e) => e.getAttribute("href") ?? e.getAttribute("src") ?? "")
          .filter((a) => !/^(?:https?|mailto|tel):/.test(a)),
        active: html.querySelectorAll("script, iframe, style, object, [onclick], [onerror]").length,
      };
    });
  }, xml);
  expect(items).toHaveLength(20);
  expect(items.map(({ date }) => date)).toEqual(
    items.map(({ date }) => date).sort((a, b) => b - a),
  );
  for (const item of items) {
    expect(item, item.link).toMatchObject({ relative: [], active: 0 });
    expect(item.length, item.link).toBeGreaterThan(1000);
    expect(new URL(item.link).pathname).toMatch(
      language === "en" ? /^\/en\/magazine\// : /^\/magazine\//,
    );
  }
  await page.goto(items[0]?.link ?? "");
  await expect(page.getByRole("heading", { level: 1, name: items[0]?.title ?? "" })).toBeVisible();
  for (const address of [
    path("/feed.xml"),
    path("/feed.json"),
    path("/call.ics"),
    "/open-calls.json",
    path("/evento/due-rive/calendar"),
  ]) {
    const { etag = "" } = (await request.get(address)).headers();
    const again = await request.get(address, { headers: { "If-None-Match": etag } });
    expect([address, again.status(), (await again.body()).length]).toEqual([address, 304, 0]);
  }
});

test("an unknown address is the 404 page of its language, also without scripts", async ({
  browser,
  baseURL,
  path,
  t,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const page = await context.newPage();
  for (const route of [
    "/magazine/mai",
    "/magazine/999",
    "/storie/mai",
    "/evento/mai",
    "/corso/mai",
    "/mai/visto",
    "/magazine/mai.html",
    "/storie/a.b",
    "/dashboard/x.png",
  ]) {
    const answer = await page.goto(path(route));
    // An address in the private area leads to the sign-in page, so visitors cannot find out which private pages exist.
    if (route.startsWith("/dashboard")) {
      expect(new URL(page.url()).pathname).toBe(path("/login"));
      continue;
    }
    expect([route, answer?.status()]).toEqual([route, 404]);
    expect(answer?.headers()["content-security-policy"], route).toContain("script-src 'self'");
    await expect(page).toHaveTitle(new RegExp(t("notFound.metaTitle")));
    await expect(page.getByRole("heading", { level: 1, name: t("notFound.title") })).toBeVisible();
    await expect(page.getByText(t("notFound.subtitle"))).toBeVisible();
    const home = page.getByRole("main").getByRole("link", { name: t("notFound.cta") });
    await expect(home).toHaveAttribute("href", path("/"));
  }
  await context.close();
});
