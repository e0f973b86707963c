import { randomUUID } from "node:crypto";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { otherCookies } from "../../support/browser/consent";
import {
  appendToContent,
  linksRequest,
  previewLink,
  revalidation,
  writeContent,
} from "../../support/content";

/** Returns a word that occurs in no other text of the site. */
const unique = () => `parola${randomUUID().replaceAll("-", "")}`;
const NOT_FOUND = /the server responded with a status of 404/;

test("a draft is visible only through its link, with a notice, is never cached, and disappears after leaving", async ({
  page,
  path,
  request,
  t,
  language,
  allowConsole,
}) => {
  allowConsole(NOT_FOUND);
  const word = unique();
  const place = { type: "posts", slug: word, lang: language } as const;
  const draft = writeContent(place, {
    title: "Una bozza",
    status: "draft",
    body: `## Capo\n\n${word}`,
  });
  const here = path(`/magazine/${word}`);
  try {
    expect((await request.get(here)).status()).toBe(404);
    const answer = await page.goto(await previewLink(place));
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(here);
    const headers = (await answer?.allHeaders()) ?? {};
    expect(headers["cache-control"]).toContain("no-store");
    expect(headers["x-robots-tag"]).toContain("noindex");
    expect(headers["content-security-policy"]).toMatch(/'nonce-[^']+' 'strict-dynamic'/);
    await expect(page.getByText(word, { exact: true })).toBeVisible();
    const bar = page.getByRole("complementary", { name: t("preview.bar") });
    await expect(bar).toContainText("Una bozza");
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute("content", /noindex/);
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `sideways scroll at ${width}`).toBe(0);
    }
    await expectNoAxeViolations(page);

    const list = await page.request.get(path("/magazine/1"));
    expect(list.headers()["cache-control"]).toContain("s-maxage");
    expect(await list.text()).not.toContain(word);

    for (const address of [here, `${here}?_rsc=x`]) {
      for (const extra of ["", "RSC", "Next-Router-Prefetch"]) {
        const public_ = await request.get(address, { headers: extra ? { [extra]: "1" } : {} });
        expect(public_.status()).toBe(404);
        expect(await public_.text()).not.toContain("Una bozza");
      }
    }

    await bar.getByRole("button", { name: t("preview.exit") }).click();
    await page.waitForURL(`**${path("/magazine/1")}`);
    expect(await otherCookies(page.context())).toEqual([]);
    expect((await page.goto(here))?.status()).toBe(404);
    await expect(page.getByText(word)).toHaveCount(0);
  } finally {
    draft.remove();
  }
});

test("a published page stays unchanged for other visitors while its draft is previewed", async ({
  page,
  path,
  request,
  language,
  t,
}) => {
  const place = { type: "events", slug: "due-rive", lang: language } as const;
  await page.goto(await previewLink(place));
  const own = await page.goto(path("/evento/due-rive"));
  expect((await own?.allHeaders())?.["cache-control"]).toContain("no-store");
  const header = (await otherCookies(page.context())).map(({ name, value }) => `${name}=${value}`);
  const changed = header.join("; ").replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const [cookie, address] of [
    [changed, path("/evento/due-rive")],
    [header.join("; "), path("/evento/demo-day")],
    [header.join("; "), path("/")],
    ["__prerender_bypass=1", path("/evento/due-rive")],
  ] as const) {
    const answer = await request.get(address, { headers: { Cookie: cookie } });
    expect(answer.headers()["cache-control"], address).toContain("s-maxage");
    expect(answer.headers()["content-security-policy"], address).toContain("'sha256-");
    expect(answer.headers()["x-robots-tag"], address).toBeUndefined();
    expect(await answer.text()).not.toContain(t("preview.bar"));
  }
});

test("an expired, altered or invented link opens no draft and always gives the same response", async ({
  request,
  language,
  t,
}) => {
  const place = { type: "posts", slug: "due-minuti", lang: language } as const;
  const good = await previewLink(place);
  const bad = [
    await previewLink(place, -1),
    // A preview link without an id is valid for two hours at most, because the list of stored preview links does not
    // contain it.
    await previewLink(place, 7_300),
    good.replace("due-minuti", "sette-prezzi"),
    good.replace(`lang=${language}`, language === "it" ? "lang=en" : "lang=it"),
    good.replace(/signature=./, "signature="),
    good.replace(/signature=[0-9a-f]+/, "signature="),
    good.replace("type=posts", "type=users"),
    "/api/preview",
    "/api/preview?path=https://evil.example",
  ];
  const answers = new Set<string>();
  for (const link of bad) {
    const answer = await request.get(link, { maxRedirects: 0 });
    expect([link, answer.status()]).toEqual([link, 403]);
    expect(answer.headers()["set-cookie"]).toBeUndefined();
    expect(answer.headers()["cache-control"]).toContain("no-store");
    answers.add(await answer.text());
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toContain(t("preview.refused"));
  // A valid link to a WordPress page that the site does not show gets status 404 and no preview cookie.
  const homeless = await previewLink({ ...place, type: "pages", slug: "nowhere" });
  const refused = await request.get(homeless, { maxRedirects: 0 });
  expect([refused.status(), refused.headers()["set-cookie"]]).toEqual([404, undefined]);
  const answer = await request.get(`${good}&next=https://evil.example`, { maxRedirects: 0 });
  expect(answer.status()).toBe(307);
  expect(answer.headers().location).toBe(
    language === "it" ? "/magazine/due-minuti" : "/en/magazine/due-minuti",
  );
});

test("a preview expires with its link", async ({ page, path, language, allowConsole }) => {
  allowConsole(NOT_FOUND);
  const word = unique();
  const place = { type: "stories", slug: word, lang: language } as const;
  const draft = writeContent(place, { title: word, status: "draft" });
  try {
    expect((await page.goto(await previewLink(place, 4)))?.status()).toBe(200);
    const kept = (await otherCookies(page.context())).map(({ expires: _, ...cookie }) => cookie);
    await expect(async () => {
      await page.context().addCookies(kept);
      expect((await page.goto(path(`/storie/${word}`)))?.status()).toBe(404);
    }).toPass({ timeout: 15_000 });
  } finally {
    draft.remove();
  }
});

test("a stored link is listed, opens the draft without an account, and shows nothing once it is revoked", async ({
  page,
  path,
  request,
  language,
  t,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 403/);
  const word = unique();
  const other = language === "it" ? "en" : "it";
  const place = { type: "posts", slug: word, lang: language } as const;
  const drafts = [
    writeContent(place, { title: `Uno ${word}`, status: "draft" }),
    writeContent({ ...place, lang: other }, { title: `Due ${word}`, status: "draft" }),
  ];
  const links = async (data: object) => {
    const answer = await request.post("/api/editors/links", linksRequest(data));
    return (await answer.json()).links as { id: string; slug: string; by: string; link: string }[];
  };
  try {
    const [made] = await links({ action: "issue", item: place, hours: 72, by: "Giada" });
    expect((await links({ action: "list" })).find(({ slug }) => slug === word)).toEqual(made);
    const [id = "", link = ""] = [made?.id, made?.link];
    const answer = await page.goto(link);
    expect(answer?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    await expect(page.getByRole("main").getByRole("heading", { name: word })).toBeVisible();
    const bar = page.getByRole("complementary", { name: t("preview.bar") });
    await bar.getByRole("link").first().click();
    await expect(page.getByText(`Due ${word}`).first()).toBeVisible();
    const there = page.url();
    expect(await links({ action: "revoke", id })).toHaveLength(1);
    for (const address of [there, path(`/magazine/${word}`), link]) {
      // Repeat the request, because another instance can use its last check of the link for two more seconds.
      await expect(async () => {
        expect((await page.goto(address))?.status()).toBe(403);
      }).toPass({ timeout: 10_000 });
      await expect(page.getByRole("heading", { name: t("preview.revoked") })).toBeVisible();
    }
    expect(await otherCookies(page.context())).toEqual([]);
    const stranger = linksRequest({ action: "list" }, "x".repeat(43));
    expect((await request.post("/api/editors/links", stranger)).status()).toBe(401);
    const long = linksRequest({ action: "issue", item: place, hours: 169, by: "x" });
    expect((await request.post("/api/editors/links", long)).status()).toBe(400);
  } finally {
    for (const draft of drafts) draft.remove();
  }
});

/**
 * Content types whose drafts are previewed: the type, the further fields that its page needs, and the path of its page.
 */
const KINDS = [
  ["courses", "", (slug: string) => `/corso/${slug}`],
  ["events", "", (slug: string) => `/evento/${slug}`],
  [
    "lessons",
    'meta: { category: "business_plan", kind: "lesson" }',
    (slug: string) => `/academy/${slug}`,
  ],
  ["people", 'meta: { group: "jury" }', () => "/network"],
] as const;

for (const [type, more, where] of KINDS) {
  test(`a draft of ${type} is previewed at its future address`, async ({
    page,
    path,
    request,
    t,
    language,
  }) => {
    const word = unique();
    const place = { type, slug: word, lang: language } as const;
    const draft = writeContent(place, { title: word, status: "draft", more });
    try {
      await page.goto(await previewLink(place));
      expect(new URL(page.url()).pathname).toBe(path(where(word)));
      await expect(page.getByRole("complementary", { name: t("preview.bar") })).toBeVisible();
      await expect(page.getByRole("main").getByRole("heading", { name: word })).toBeVisible();
      expect(await (await request.get(path(where(word)))).text()).not.toContain(`>${word}<`);
    } finally {
      draft.remove();
    }
  });
}

for (const [slug, where] of [
  ["cookie-policy", "/cookie-policy"],
  ["faq", "/call-for-ideas"],
  ["academyold", "/academyOLD"],
] as const) {
  test(`the preview of the page ${slug} is at ${where}`, async ({ page, path, t, language }) => {
    await page.goto(await previewLink({ type: "pages", slug, lang: language }));
    expect(new URL(page.url()).pathname).toBe(path(where));
    await expect(page.getByRole("complementary", { name: t("preview.bar") })).toBeVisible();
  });
}

test("a change is visible after its revalidation request, and not before", async ({
  request,
  path,
  language,
}) => {
  test.skip(language === "en", "both at once would show each other's change before its time");
  const word = unique();
  const slug = "numeri-per-chi-non-ama-i-numeri";
  const here = path(`/corso/${slug}`);
  const tell = (tag: string) => request.post("/api/revalidate", revalidation(tag));
  const shown = async () => (await (await request.get(here)).text()).includes(word);
  let text: ReturnType<typeof appendToContent> | undefined;
  // Repeat the check, because another test can revalidate this page at the same time.
  const staysAsItWas = async () => {
    text?.restore();
    expect((await tell("content:courses")).status()).toBe(200);
    expect(await shown()).toBe(false);
    text = appendToContent({ type: "courses", slug, lang: language }, word);
    expect(await shown()).toBe(false);
    for (const [options, status] of [
      [revalidation("content:courses", "x".repeat(43)), 401],
      [revalidation("content:courses", ""), 401],
      [{ data: { tag: "content" } }, 401],
      [{ data: { tag: "content", secret: "" } }, 401],
      [revalidation("content:users"), 400],
      [{ ...revalidation(), data: "{" }, 400],
      [revalidation("content:posts"), 200],
    ] as const) {
      const answer = await request.post("/api/revalidate", options);
      expect([options, answer.status()]).toEqual([options, status]);
      expect(answer.headers()["cache-control"]).toContain("no-store");
      expect(answer.headers()["content-type"]).toContain("application/json");
    }
    expect(await shown()).toBe(false);
  };
  try {
    await expect(staysAsItWas).toPass({ timeout: 20_000 });
    expect(await (await tell("content:courses")).json()).toMatchObject({
      revalidated: "content:courses",
    });
    expect(await shown()).toBe(true);
  } finally {
    text?.restore();
  }
  const { headers } = revalidation();
  const secret = headers.Authorization.replace("Bearer ", "");
  expect((await request.post("/api/revalidate", { data: { secret } })).status()).toBe(200);
  expect(await shown()).toBe(false);
});
