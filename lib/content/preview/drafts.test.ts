import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { blocks, startWordPress, WP_USER, wpPost } from "@/tests/support/servers/wordpress";

/* Tests over HTTP of reading drafts from WordPress. */

const wordpress = await startWordPress(Buffer.from("x"));
afterAll(() => wordpress.close());

wordpress.types.posts = [
  wpPost({ id: 1, slug: "uscito", title: "Uscito" }),
  wpPost({ id: 2, slug: "uscito-in-riscrittura", unpublished: "Riscritto" }),
  wpPost({ id: 3, slug: "bozza", title: "Bozza", status: "draft", content: blocks(wordpress.url) }),
  wpPost({ id: 4, slug: "", title: "Senza nome", status: "draft" }),
  wpPost({ id: 5, slug: "in-attesa", status: "pending" }),
  wpPost({ id: 6, slug: "domani", status: "future", date: "2999-01-01T10:00:00" }),
];

async function reader(credentials: string) {
  vi.stubEnv("CONTENT_API_URL", wordpress.url);
  vi.stubEnv("CONTENT_CREDENTIALS", credentials);
  return (await import("../content")).readDraft;
}

beforeEach(() => void vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

test.each([
  ["bozza", "draft", "Bozza"],
  ["senza-nome", "draft", "Senza nome"],
  ["in-attesa", "pending", "Articolo 5"],
  ["domani", "future", "Articolo 6"],
  ["uscito", "publish", "Uscito"],
  ["uscito-in-riscrittura", "changed", "Riscritto"],
])("%s is read as %s", async (slug, status, title) => {
  const readDraft = await reader(WP_USER);
  expect(await readDraft("posts", slug, "it")).toMatchObject({ slug, status, title });
});

test("a draft is sanitized like published content", async () => {
  const readDraft = await reader(WP_USER.replaceAll(" ", ""));
  const draft = await readDraft("posts", "bozza", "it");
  expect(draft?.html).toContain("Prima si misura");
  expect(draft?.html).not.toMatch(/<script|<iframe|onclick|onerror|javascript:|elsewhere\.example/);
});

test("a missing draft is null, and an unreadable one is an error, not an empty page", async () => {
  const readDraft = await reader(WP_USER);
  expect(await readDraft("posts", "mai-scritto", "it")).toBeNull();
  expect(await readDraft("courses", "mai-scritto", "it")).toBeNull();
  vi.resetModules();
  const stranger = await reader("redazione:sbagliata");
  await expect(stranger("posts", "bozza", "it")).rejects.toThrow();
  vi.resetModules();
  const nobody = await reader("");
  await expect(nobody("posts", "bozza", "it")).rejects.toThrow("CONTENT_CREDENTIALS");
});
