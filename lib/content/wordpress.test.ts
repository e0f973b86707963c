import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  startWordPress,
  WP_FAILURES,
  WP_USER,
  type WpPost,
  wpPost,
} from "@/tests/support/servers/wordpress";

/* Tests over HTTP of how the site processes WordPress's responses, without Next's cache. */

vi.mock("next/cache", () => ({ unstable_cache: (read: unknown) => read, revalidateTag: () => {} }));
const preview = vi.hoisted(() => ({ isEnabled: false }));
vi.mock("next/headers", () => ({
  draftMode: async () => preview,
  cookies: async () => ({ get: () => undefined }),
}));

const wordpress = await startWordPress(Buffer.alloc(0));
afterAll(() => wordpress.close());
/** Values that the site keeps for the lifetime of its process. */
const PER_PROCESS = [
  "last-good",
  "content-lists",
  "content-running",
  "content-guarded",
  "content-links",
  "content-rejections",
  "content-reads",
  "published-paths",
  "opened-previews",
  "published-reads",
  "published",
  "published-looks",
];
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  Object.assign(wordpress, { mood: "up", uncounted: false, guarded: false, asked: [] });
  preview.isEnabled = false;
  patience = "2";
  for (const name of PER_PROCESS) {
    Reflect.deleteProperty(globalThis, Symbol.for(`slancio.${name}`));
  }
});
afterEach(() => vi.unstubAllEnvs());

/** Seconds for which the site waits for WordPress. */
let patience = "2";

async function site(...posts: (Partial<WpPost> & { id: number })[]) {
  vi.resetModules();
  vi.stubEnv("CONTENT_API_URL", wordpress.url);
  vi.stubEnv("CONTENT_CREDENTIALS", WP_USER);
  vi.stubEnv("CONTENT_TIMEOUT", patience);
  wordpress.types.posts = posts.map(wpPost);
  const [content, catalogue, published, routes] = await Promise.all([
    import("./content"),
    import("./catalogue"),
    import("./published"),
    import("../routes/published"),
  ]);
  return { ...content, ...catalogue, ...published, ...routes };
}

const slugs = (items: readonly { slug: string }[]) => items.map(({ slug }) => slug);

test("an English article hides only its Italian translation, and both slugs lead to it", async () => {
  const { catalogueOf, itemOf, slugsOf, refreshPublished, mayBePublished } = await site(
    { id: 1, slug: "uno", lang: "it", translations: { it: 1, en: 11 } },
    { id: 2, slug: "due", lang: "it", translations: { it: 2 } },
    { id: 11, slug: "one", lang: "en", translations: { it: 1, en: 11 }, title: "One" },
  );
  expect(slugs(await catalogueOf("posts", "it")).toSorted()).toEqual(["due", "uno"]);
  expect(slugs(await catalogueOf("posts", "en")).toSorted()).toEqual(["due", "one"]);
  expect((await itemOf("posts", "uno", "en"))?.title).toBe("One");
  expect((await itemOf("posts", "one", "it"))?.slug).toBe("uno");
  expect(await slugsOf("posts", "uno")).toEqual({ it: "uno", en: "one" });
  expect(await slugsOf("posts", "due")).toEqual({ it: "due" });
  await refreshPublished();
  for (const [locale, path, is] of [
    ["en", "/magazine/uno", true],
    ["en", "/magazine/one", true],
    ["it", "/magazine/one", true],
    ["en", "/magazine/due", true],
    ["it", "/magazine/tre", false],
  ] as const) {
    expect([path, mayBePublished({ locale, path })]).toEqual([path, is]);
  }
});

test("Italian is requested by name, and its lists contain no item of another language", async () => {
  const { catalogueOf } = await site({ id: 1, lang: "it" }, { id: 2, lang: "en" }, { id: 3 });
  wordpress.asked.length = 0;
  expect(slugs(await catalogueOf("posts", "it")).toSorted()).toEqual(["articolo-1", "articolo-3"]);
  expect(wordpress.asked.every((url) => url.includes("lang=it"))).toBe(true);
});

test.each(["draft", "pending", "future", "private"] as const)(
  "a text that is %s is previewed by its current or future slug, even after hundreds of other texts",
  async (status) => {
    const named = ["future", "private"].includes(status);
    const others = Array.from({ length: 230 }, (_, at) => ({
      id: at + 100,
      slug: "",
      status: "draft" as const,
      title: `Altra ${at}`,
    }));
    const title = "Новости дня";
    const { readDraft } = await site(
      { id: 1, slug: named ? encodeURIComponent("новости-дня").toLowerCase() : "", title, status },
      ...others,
    );
    const draft = await readDraft("posts", "новости-дня", "it");
    expect([draft?.title, draft?.slug]).toEqual([title, "новости-дня"]);
    expect(await readDraft("posts", "mai-scritta", "it")).toBeNull();
  },
);

test("a published text with a non-Latin slug is found under every encoding of its URL", async () => {
  const slug = "новости";
  const encoded = encodeURIComponent(slug);
  const { itemOf, refreshPublished, mayBePublished } = await site({
    id: 1,
    slug: encoded.toLowerCase(),
    title: "Новости",
  });
  expect((await itemOf("posts", slug, "it"))?.title).toBe("Новости");
  await refreshPublished();
  for (const written of [encoded, encoded.toLowerCase()]) {
    expect(mayBePublished({ locale: "it", path: `/magazine/${written}` })).toBe(true);
  }
});

test("a password-protected text appears only in its preview", async () => {
  const { catalogueOf, readDraft } = await site(
    { id: 1, slug: "aperta" },
    { id: 2, slug: "chiusa", password: "segreto" },
  );
  expect(slugs(await catalogueOf("posts", "it"))).toEqual(["aperta"]);
  expect((await readDraft("posts", "chiusa", "it"))?.html).toContain("Testo");
});

test("a picture attached to a private draft appears in texts that use it, only with credentials", async () => {
  const { catalogueOf } = await site({ id: 1, media: "forbidden" }, { id: 2, media: "gone" });
  const [gone, hidden] = await catalogueOf("posts", "it");
  expect(hidden?.image?.src).toContain("foto-1.jpg");
  expect(gone?.image).toBeNull();
  vi.stubEnv("CONTENT_CREDENTIALS", "");
  vi.resetModules();
  const other = await import("./content");
  expect((await other.fetchSummaries("posts", "it")).map(({ image }) => image)).toEqual([
    null,
    null,
  ]);
});

test("without total headers, lists are read until a page is not full", async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ id: at + 1 }));
  const { fetchSummaries, allOf } = await site(...many);
  wordpress.uncounted = true;
  expect(await fetchSummaries("posts", "it")).toHaveLength(200);
  expect(await allOf("posts", "it")).toHaveLength(200);
  wordpress.types.posts?.pop();
  expect(await fetchSummaries("posts", "it")).toHaveLength(199);
});

test("a text published just before WordPress becomes slow appears in its list and on its page", async () => {
  const { itemOf, catalogueOf, refreshPublished, mayBePublished } = await site({ id: 1 });
  await refreshPublished();
  expect(await itemOf("posts", "nuova", "it")).toBeNull();
  wordpress.types.posts?.push(wpPost({ id: 2, slug: "nuova", content: "<p>Appena scritta.</p>" }));
  await refreshPublished();
  for (const mood of ["silent", "broken", "down"] as const) {
    wordpress.mood = mood;
    expect(mayBePublished({ locale: "it", path: "/magazine/nuova" })).toBe(true);
    expect((await itemOf("posts", "nuova", "it"))?.html).toContain("Appena scritta.");
    expect((await itemOf("posts", "nuova", "en"))?.html).toContain("Appena scritta.");
    expect(slugs(await catalogueOf("posts", "it"))).toContain("nuova");
  }
});

test.each(WP_FAILURES)(
  "while the WordPress is %s, published texts stay and unpublished texts stay hidden",
  async (mood) => {
    const { itemOf, catalogueOf, allOf, refreshPublished, mayBePublished } = await site(
      { id: 1, slug: "uscita", content: "<p>Già letta.</p>" },
      { id: 2, slug: "bozza", status: "draft" },
      { id: 3, slug: "domani", status: "future" },
    );
    await refreshPublished();
    wordpress.types.posts?.push(wpPost({ id: 4, slug: "quarta" }));
    wordpress.mood = mood;
    const began = Date.now();
    await expect(refreshPublished()).rejects.toThrow();
    // All content types are read at the same time, and each read ends after CONTENT_TIMEOUT. The refresh therefore
    // takes little longer than CONTENT_TIMEOUT.
    expect(Date.now() - began).toBeLessThan(4_000);
    expect((await itemOf("posts", "uscita", "it"))?.html).toContain("Già letta.");
    expect((await itemOf("posts", "uscita", "en"))?.html).toContain("Già letta.");
    expect(slugs(await catalogueOf("posts", "it"))).toEqual(["uscita"]);
    expect(mayBePublished({ locale: "it", path: "/magazine/uscita" })).toBe(true);
    // The items with their texts, which no page has requested before, come from the last read too.
    expect(slugs(await allOf("posts", "it"))).toEqual(["uscita"]);
    for (const slug of ["bozza", "domani", "mai-scritta"]) {
      expect(await itemOf("posts", slug, "it")).toBeNull();
      expect(mayBePublished({ locale: "it", path: `/magazine/${slug}` })).toBe(false);
    }
    wordpress.mood = "up";
    // A refresh can join a read that began before the WordPress recovered, and fails with it. Retry until a refresh
    // succeeds.
    await vi.waitFor(() => refreshPublished(), { timeout: 4_000 });
    expect(mayBePublished({ locale: "it", path: "/magazine/quarta" })).toBe(true);
  },
);

test("a text published a moment after a read of the lists is found at its first visit", async () => {
  const { refreshPublished, lookAgain, mayBePublished, itemOf } = await site({ id: 1 });
  await refreshPublished();
  const at = (slug: string, locale: "it" | "en" = "it") => ({ locale, path: `/magazine/${slug}` });
  wordpress.asked = [];
  await lookAgain(at("nuova"));
  // The site requests only the item with this slug, not a whole list.
  expect(wordpress.asked).toEqual([expect.stringContaining("slug=nuova")]);
  expect(mayBePublished(at("nuova"))).toBe(false);
  wordpress.types.posts?.push(wpPost({ id: 2, slug: "nuova" }), wpPost({ id: 3, slug: "новая" }));
  await lookAgain(at("nuova", "en"));
  await lookAgain(at(encodeURIComponent("новая")));
  for (const place of [at("nuova"), at("nuova", "en"), at("новая")])
    expect([place, mayBePublished(place)]).toEqual([place, true]);
  expect((await itemOf("posts", "nuova", "it"))?.slug).toBe("nuova");
  wordpress.types.posts?.push(wpPost({ id: 4, slug: "chiusa", password: "segreto" }));
  await lookAgain(at("chiusa"));
  expect(mayBePublished(at("chiusa"))).toBe(false);
  // While the WordPress is down, only the first unknown address causes a request. After that request has failed, other
  // unknown addresses cause none.
  wordpress.mood = "down";
  await lookAgain(at("altra"));
  wordpress.asked = [];
  await lookAgain(at("ancora"));
  expect(wordpress.asked).toEqual([]);
});

test("at most four reads run at once, and after a failed read the waiting reads fail too", async () => {
  const { refreshPublished } = await site({ id: 1 });
  wordpress.mood = "silent";
  await expect(refreshPublished()).rejects.toThrow();
  expect(wordpress.asked.length).toBe(4);
  wordpress.mood = "up";
  // The other three running reads fail later than the first, so retry until a refresh succeeds.
  await vi.waitFor(() => refreshPublished(), { interval: 100, timeout: 4_000 });
  expect(wordpress.asked.length).toBeGreaterThan(12);
});

/**
 * Measures the longest block of the event loop in ms of processor time, which other programs on the machine do not
 * change.
 */
function longestBlock() {
  let [longest, last, isRunning] = [0, process.cpuUsage(), true];
  const sample = () => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.cpuUsage();
    if (isRunning) setImmediate(sample);
  };
  setImmediate(sample);
  return {
    end() {
      isRunning = false;
      sample();
      return longest;
    },
  };
}

test.each([
  ["a text of 10 MB", "a".repeat(10_000_000), ["due"]],
  ["20 texts of almost the longest allowed size", "<p>parola</p>".repeat(35_000), ["uno", "due"]],
  ["60,000 nested elements", `${"<b>".repeat(60_000)}fondo`, ["uno", "due"]],
  ["60,000 unclosed brackets", "[a ".repeat(60_000), ["uno", "due"]],
])("%s never blocks the process for long, and the other texts stay", async (_, content, shown) => {
  // On a busy machine, the fake WordPress needs some seconds for ten megabytes.
  patience = "30";
  const count = content.length > 400_000 && content.length < 500_000 ? 20 : 1;
  const many = Array.from({ length: count }, (_, at) => ({ id: at + 10, slug: `n${at}`, content }));
  const { allOf } = await site({ id: 1, slug: "uno", content }, { id: 2, slug: "due" }, ...many);
  const blocks = longestBlock();
  const found = slugs(await allOf("posts", "it"));
  expect(found.filter((slug) => !slug.startsWith("n")).toSorted()).toEqual(shown.toSorted());
  expect(blocks.end()).toBeLessThan(1_000);
});

test("the title of a private or protected text lacks the word that WordPress adds", async () => {
  const { readDraft } = await site(
    { id: 1, slug: "privata", status: "private", title: "L&#8217;una" },
    { id: 2, slug: "chiusa", password: "segreto", title: "L’altra" },
  );
  expect((await readDraft("posts", "privata", "it"))?.title).toBe("L’una");
  expect((await readDraft("posts", "chiusa", "it"))?.title).toBe("L’altra");
});

test("a text without a title has the first words of its excerpt as title, or else its slug", async () => {
  const { catalogueOf } = await site(
    { id: 1, title: "", excerpt: `<p>Sul molo ${"si aspetta ".repeat(9)}[&hellip;]</p>` },
    { id: 2, title: " ", slug: "senza-niente" },
  );
  const titles = (await catalogueOf("posts", "it")).map(({ title }) => title);
  expect(titles).toEqual(["senza-niente", `Sul molo${" si aspetta".repeat(4)} si…`]);
});

test("a sticky article is the first of the magazine, and of no other list", async () => {
  const { catalogueOf } = await site({ id: 1, sticky: true }, { id: 2 }, { id: 3 });
  const { magazineEntry } = await import("./magazine");
  const entry = await magazineEntry("1", "it");
  const first = entry?.kind === "page" ? slugs(entry.articles) : [];
  expect(first).toEqual(["articolo-1", "articolo-3", "articolo-2"]);
  expect(slugs(await catalogueOf("posts", "it"))[0]).toBe("articolo-3");
});

test("the page after a preview link uses the draft that the link has read, once", async () => {
  await site({ id: 1, slug: "bozza", status: "draft", title: "Prima" });
  const { openPreviewed, readPreviewed } = await import("./preview/previewed");
  const bozza = { type: "posts", slug: "bozza", lang: "en" } as const;
  const titles = async (now: number) => (await readPreviewed(bozza, now))?.title;
  expect(await openPreviewed({ ...bozza, slug: "mai-scritta" }, 0)).toBe(false);
  expect(await openPreviewed(bozza, 0)).toBe(true);
  wordpress.types.posts = [wpPost({ id: 1, slug: "bozza", status: "draft", title: "Dopo" })];
  wordpress.asked = [];
  expect(await titles(4_999)).toBe("Prima");
  expect(wordpress.asked).toEqual([]);
  expect(await titles(4_999)).toBe("Dopo");
  expect(await openPreviewed(bozza, 5_000)).toBe(true);
  expect(await titles(10_000)).toBe("Dopo");
  wordpress.mood = "down";
  await expect(openPreviewed(bozza)).rejects.toThrow();
});

test("a link without a scheme is completed, and a link that could run code is dropped", async () => {
  const { catalogueOf } = await site(
    { id: 1, link: "www.example.org/iscrizione" },
    { id: 2, link: "javascript:alert(1)" },
  );
  const links = (await catalogueOf("posts", "it")).map(({ meta }) => meta.link);
  expect(links).toEqual([undefined, "https://www.example.org/iscrizione"]);
});

test("links to the WordPress's own pages lead to the site, and links to pages that it lacks are removed", async () => {
  const own = (path: string) => `<a href="${wordpress.url}${path}">x</a>`;
  const paths = [
    "/due/",
    "/due/#nota",
    "/?p=2",
    "/storia-1/",
    "/?page_id=9",
    "/one/",
    "/category/idee/",
    "/category/vuota/",
    "/foto/",
    "/?attachment_id=7",
    "/",
    "/wp-content/uploads/a.pdf",
    "/wp-content/uploads/a.PPTX?x=1#2",
    "/wp-content/uploads/a.exe",
  ];
  const { refreshPublished, itemOf } = await site(
    { id: 1, slug: "uno", content: paths.map(own).join("") },
    { id: 2, slug: "due", terms: ["Idee"] },
    { id: 3, slug: "one", lang: "en" },
  );
  wordpress.types.stories = [wpPost({ id: 8, slug: "storia-1" })];
  wordpress.types.pages = [wpPost({ id: 9, slug: "faq" })];
  const hrefs = async () => {
    const { html = "" } = (await itemOf("posts", "uno", "it")) ?? {};
    return [...html.matchAll(/<a(?: href="([^"]*)")?>/g)].map(([, href]) => href);
  };
  await refreshPublished();
  expect(await hrefs()).toEqual([
    ...[
      "/magazine/due",
      "/magazine/due#nota",
      "/magazine/due",
      "/storie/storia-1",
      "/call-for-ideas",
      "/en/magazine/one",
      "/magazine/idee",
    ],
    ...[undefined, undefined, undefined, "/", "/media/files/wp-content/uploads/a.pdf"],
    "/media/files/wp-content/uploads/a.PPTX",
    `${wordpress.url}/wp-content/uploads/a.exe`,
  ]);
});

test("an item's former slugs lead to its current address in both languages", async () => {
  const { refreshPublished, renamedTo } = await site({
    id: 1,
    slug: "dopo",
    aliases: ["prima", "%d0%bd"],
  });
  await refreshPublished();
  for (const locale of ["it", "en"] as const) {
    expect(renamedTo({ locale, path: "/magazine/prima" })).toBe("/magazine/dopo");
    expect(renamedTo({ locale, path: "/magazine/%D0%BD" })).toBe("/magazine/dopo");
  }
});

test("an article's subject is the chosen category, and WordPress's default category is none", async () => {
  const { catalogueOf } = await site(
    { id: 1, terms: ["Arte", "Idee"], subject: "Idee" },
    { id: 2, terms: ["Uncategorized"] },
    { id: 3, terms: ["Arte", "Idee"], subject: "Altro" },
  );
  const subjects = new Map((await catalogueOf("posts", "it")).map(({ id, tags }) => [id, tags]));
  expect([1, 2, 3].map((id) => subjects.get(id))).toEqual([["Idee", "Arte"], [], ["Arte", "Idee"]]);
});

test("an article whose slug is the number of a list page is left out", async () => {
  const { catalogueOf, readDraft } = await site({ id: 1, slug: "2" }, { id: 2, slug: "due" });
  expect(slugs(await catalogueOf("posts", "it"))).toEqual(["due"]);
  expect((await readDraft("posts", "2", "it"))?.slug).toBe("2");
});

test("the preview of a text that was scheduled on creation shows its later changes", async () => {
  const { readDraft } = await site({
    ...{ id: 1, slug: "domani", status: "future" as const, date: "2999-01-01T10:00:00" },
    unpublished: "Riscritto",
  });
  expect(await readDraft("posts", "domani", "it")).toMatchObject({
    title: "Riscritto",
    status: "future",
  });
});

test("the preview of a text that was saved in the same second shows its later changes", async () => {
  const { readDraft } = await site({
    ...{ id: 1, slug: "adesso", status: "pending" as const, date: "2027-01-01T10:00:00" },
    unpublished: "Riscritto",
  });
  vi.useFakeTimers({ now: Date.parse("2027-06-01T00:00:00Z"), toFake: ["Date"] });
  expect(await readDraft("posts", "adesso", "it")).toMatchObject({ title: "Riscritto" });
  vi.useRealTimers();
});

test("the search in a WordPress that asks every reader for a password works too", async () => {
  await site({ id: 1, slug: "uno", title: "Ancora" });
  wordpress.guarded = true;
  const { slugsWith } = await import("./slugs-with");
  expect(slugs(await slugsWith("posts", "ancora", "it"))).toEqual(["uno"]);
});

test("a text that is too long is omitted and logged, and the other texts stay", async () => {
  const { catalogueOf } = await site({ id: 1, content: "a".repeat(500_001) }, { id: 2 });
  expect(slugs(await catalogueOf("posts", "it"))).toEqual(["articolo-2"]);
  expect(console.error).toHaveBeenCalledWith("content: posts 1 left out", expect.any(String));
});

test("texts saved one by one within a moment cause one read of each list, which the pages share", async () => {
  const { refreshPublished, catalogueOf, outdateLists } = await site({ id: 1 });
  await refreshPublished();
  wordpress.asked = [];
  const saves = [];
  for (let id = 2; id <= 11; id++) {
    wordpress.types.posts?.push(wpPost({ id }));
    outdateLists(["content:posts"]);
    saves.push(refreshPublished(["posts"]));
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  // The read of the list has begun, so these pages wait for its result instead of starting another read.
  await vi.waitFor(() => expect(wordpress.asked).not.toEqual([]), { interval: 1 });
  const shown = (["it", "en"] as const).map((locale) => catalogueOf("posts", locale));
  for (const list of await Promise.all(shown)) expect(list).toHaveLength(11);
  await Promise.all(saves);
  expect(wordpress.asked).toHaveLength(2);
});

test("a read that began before an invalidation is not taken for the current list", async () => {
  const { allOf, fetchSummaries, outdateLists } = await site({ id: 1 });
  const early = fetchSummaries("posts", "it");
  await vi.waitFor(() => expect(wordpress.asked).not.toEqual([]), { interval: 1 });
  outdateLists(["content:posts"]);
  wordpress.types.posts?.push(wpPost({ id: 2 }));
  await early;
  expect(await allOf("posts", "it")).toHaveLength(2);
});

test("texts saved during a read cause a second read of each list, which the pages share", async () => {
  const { refreshPublished, catalogueOf } = await site({ id: 1 });
  await refreshPublished();
  wordpress.asked = [];
  const save = (id: number) => {
    wordpress.types.posts?.push(wpPost({ id }));
    return refreshPublished(["posts"]);
  };
  const first = save(2);
  // Save nine more articles while the first read of the content list is running.
  await vi.waitFor(() => expect(wordpress.asked).not.toEqual([]), { interval: 1 });
  const saves = [first, ...[3, 4, 5, 6, 7, 8, 9, 10, 11].map(save)];
  await Promise.all(saves);
  const both = wordpress.asked.length;
  expect(both).toBe(2 * 2);
  for (const locale of ["it", "en"] as const)
    expect(await catalogueOf("posts", locale)).toHaveLength(11);
  expect(wordpress.asked).toHaveLength(both);
});

test.each([
  ["a draft", { id: 9, slug: "bozza", status: "draft" as const }, "bozza"],
  [
    "a draft without a slug",
    { id: 9, slug: "", title: "Bozza", status: "draft" as const },
    "bozza",
  ],
  ["a changed article", { id: 9, slug: "uscito", unpublished: "Riscritto" }, "uscito"],
])(
  "a preview of %s causes three requests at most, an hour after the last reads",
  async (_, post, slug) => {
    const { readDraft, findDraftTwin, catalogueOf, allOf, refreshPublished } = await site(
      { id: 1 },
      { id: 2 },
      post,
    );
    await refreshPublished();
    const published = slugs(await catalogueOf("posts", "it"));
    wordpress.asked = [];
    preview.isEnabled = true;
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ["Date"] });
    const draft = await readDraft("posts", slug, "it");
    expect(draft?.slug).toBe(slug);
    expect(slugs(await catalogueOf("posts", "it"))).toEqual(published);
    await catalogueOf("posts", "en");
    // No page has requested this list with its texts before.
    expect(slugs(await allOf("posts", "it"))).toEqual(published);
    if (draft) await findDraftTwin({ ...draft, translations: { it: 9 } }, "en");
    vi.useRealTimers();
    expect(wordpress.asked.length).toBeLessThanOrEqual(3);
  },
);

test("a WordPress that asks every reader for a password is read with the editor's", async () => {
  const { catalogueOf, readOne } = await site({ id: 1, slug: "uno" });
  wordpress.guarded = true;
  expect(slugs(await catalogueOf("posts", "it"))).toEqual(["uno"]);
  expect((await readOne("posts", "uno", "it"))?.slug).toBe("uno");
  const refused = wordpress.asked.length;
  await readOne("posts", "uno", "it");
  expect(wordpress.asked.length - refused).toBe(1);
});

test("a list that no page of its own reports is read again after an invalidation", async () => {
  const { allOf, outdateLists } = await site();
  wordpress.types.people = [wpPost({ id: 1, slug: "ada" })];
  expect(slugs(await allOf("people", "it"))).toEqual(["ada"]);
  wordpress.types.people.push(wpPost({ id: 2, slug: "bruna" }));
  outdateLists(["content:posts"]);
  expect(slugs(await allOf("people", "it"))).toEqual(["ada"]);
  outdateLists(["content:people"]);
  expect(slugs(await allOf("people", "it"))).toHaveLength(2);
});
