import { afterAll, afterEach, expect, test, vi } from "vitest";
import { startWordPress, WP_USER, wpPost } from "@/tests/support/servers/wordpress";
import type { Content } from "../content";

/* Tests of links from a previewed text to its other language, with content read from WordPress over HTTP. */

vi.mock("next/cache", () => ({ unstable_cache: (read: unknown) => read, revalidateTag: () => {} }));
vi.mock("next/headers", () => ({
  draftMode: async () => ({ isEnabled: true }),
  cookies: async () => ({ get: () => undefined }),
}));

const wordpress = await startWordPress(Buffer.alloc(0));
afterAll(() => wordpress.close());
afterEach(() => vi.unstubAllEnvs());
vi.stubEnv("CONTENT_API_URL", wordpress.url);
vi.stubEnv("CONTENT_CREDENTIALS", WP_USER);
vi.stubEnv("PREVIEW_SECRET", "p".repeat(40));
const { readDraft } = await import("../content");
const { otherVersions } = await import("./other-language");
const { previewOf } = await import("./preview-ticket");

wordpress.types.posts = [
  wpPost({ id: 1, slug: "alba", status: "draft", lang: "it" }),
  wpPost({ id: 2, slug: "alba", status: "draft", lang: "en" }),
  wpPost({ id: 3, slug: "sera", status: "draft", lang: "it", translations: { it: 3, en: 4 } }),
  wpPost({ id: 4, slug: "evening", lang: "en" }),
  wpPost({ id: 5, slug: "notte", lang: "it" }),
  wpPost({ id: 6, slug: "night", unpublished: "New", lang: "en", translations: { it: 5, en: 6 } }),
  wpPost({ id: 7, slug: "sola", status: "draft", lang: "it" }),
  wpPost({ id: 8, slug: "", title: "Nuova", status: "draft", lang: "it" }),
];

const id = "0b0f3c53-3c4f-4f0e-9a8e-0d6b0a6f9d11";
const expires = Math.floor(Date.now() / 1000) + 86_400;

async function itemOf(slug: string) {
  const item = await readDraft("posts", slug, "it");
  if (!item) throw new Error(`no text ${slug}`);
  return item;
}

const versions = (slug: string, item: Content) =>
  otherVersions({ type: "posts", slug, lang: "it", expires, id }, item);

test.each([
  ["an unpublished translation", "alba", "alba", 1],
  ["a published translation", "sera", "evening", 0],
  ["unpublished changes of the translation", "notte", "night", 0],
])("%s opens through the same stored link, after few reads", async (_what, slug, there, reads) => {
  const item = await itemOf(slug);
  const before = wordpress.asked.length;
  const [version] = await versions(slug, item);
  expect(version?.locale).toBe("en");
  const query = new URL(version?.href ?? "", "http://x").searchParams;
  expect(await previewOf(Object.fromEntries(query))).toEqual({
    ...{ type: "posts", slug: there, lang: "en", expires, id },
  });
  expect(wordpress.asked.slice(before).filter((url) => url.includes("status="))).toHaveLength(
    reads,
  );
});

test.each([
  ["with its own slug", "sola", 1],
  ["with a generated slug", "nuova", 0],
])("a text %s and without a translation has no link", async (_what, slug, reads) => {
  const item = await itemOf(slug);
  const before = wordpress.asked.length;
  expect(await versions(slug, item)).toEqual([]);
  expect(wordpress.asked.slice(before).filter((url) => url.includes("status="))).toHaveLength(
    reads,
  );
});
