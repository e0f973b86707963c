import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { startWordPress, WP_USER, wpPost } from "@/tests/support/servers/wordpress";

/* Tests of the requests that an editors' WordPress sends, over HTTP and without Next's cache. */

vi.mock("next/cache", () => ({ unstable_cache: (read: unknown) => read, revalidateTag: () => {} }));
vi.mock("next/headers", () => ({
  draftMode: async () => ({ isEnabled: false }),
  cookies: async () => ({ get: () => undefined }),
}));

const SECRET = "r".repeat(40);
const PREVIEW = "p".repeat(40);
const wordpress = await startWordPress(Buffer.alloc(0));
afterAll(() => wordpress.close());
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  wordpress.mood = "up";
});
afterEach(() => vi.unstubAllEnvs());

async function ask(question: string, body: unknown, secret = SECRET) {
  vi.resetModules();
  for (const name of ["last-good", "content-lists", "content-rejections"])
    Reflect.deleteProperty(globalThis, Symbol.for(`slancio.${name}`));
  vi.stubEnv("CONTENT_API_URL", wordpress.url);
  vi.stubEnv("CONTENT_CREDENTIALS", WP_USER);
  vi.stubEnv("SITE_URL", "https://www.example.org");
  vi.stubEnv("REVALIDATE_SECRET", SECRET);
  vi.stubEnv("PREVIEW_SECRET", PREVIEW);
  const { answerEditor } = await import("./editors");
  const headers = { Authorization: `Bearer ${secret}` };
  const request = new Request(`https://www.example.org/api/editors/${question}`, {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer = await answerEditor(request, question);
  return { status: answer.status, json: await answer.json() };
}

test("published texts are visible, waiting, or rejected with the reason in the editor's language", async () => {
  wordpress.types.posts = [
    wpPost({ id: 1, slug: "uscito" }),
    wpPost({ id: 2, slug: "chiuso", password: "segreto" }),
    wpPost({ id: 3, slug: "2" }),
    wpPost({ id: 4, slug: "lungo", content: "a".repeat(500_001) }),
  ];
  wordpress.types.pages = [wpPost({ id: 7, slug: "nuova-pagina" }), wpPost({ id: 8, slug: "faq" })];
  const date = wordpress.types.posts[0]?.date ?? "";
  const item = (id: number, slug: string, type = "posts", modified_gmt = date) => ({
    ...{ type, id, slug, lang: "it", modified_gmt },
  });
  const { status, json } = await ask("states", {
    language: "it",
    items: [
      item(1, "uscito"),
      item(1, "uscito", "posts", "2027-01-01T00:00:00"),
      ...[item(2, "chiuso"), item(3, "2"), item(4, "lungo"), item(5, "appena-uscito")],
      ...[item(7, "nuova-pagina", "pages"), item(8, "faq", "pages")],
    ],
  });
  expect(status).toBe(200);
  expect(json.items).toEqual([
    { id: 1, state: "visible", address: "https://www.example.org/magazine/uscito" },
    { id: 1, state: "waiting", address: "https://www.example.org/magazine/uscito" },
    { id: 2, state: "rejected", reason: "Il testo ha una password: il sito non lo mostra." },
    { id: 3, state: "rejected", reason: expect.stringContaining("“2” è il numero") },
    { id: 4, state: "rejected", reason: expect.stringContaining("troppo lungo") },
    { id: 5, state: "waiting" },
    {
      id: 7,
      state: "rejected",
      reason: expect.stringContaining("non ha una pagina “nuova-pagina”"),
    },
    { id: 8, state: "visible", address: "https://www.example.org/call-for-ideas" },
  ]);
});

test("an unsaved text is checked against the published ones, in the editor's language", async () => {
  wordpress.types.posts = [wpPost({ id: 1, slug: "uscito" }), wpPost({ id: 2, slug: "due" })];
  const body =
    `<a href="${wordpress.url}/?p=2">a</a><a href="${wordpress.url}/?p=77">a</a>` +
    '<a href="/magazine/uscito">a</a><a href="/magazine/1">b</a><a href="/corso">c</a><a href="/magazine/mai">d</a>' +
    // Links to the list of a subject, an archived page, and a calendar file are valid. The link to the magazine's
    // second page is not, because all articles fit on the first page.
    '<a href="/magazine/idee-imprese">e</a><a href="/corsoOLD">f</a><a href="/evento/x/calendar">g</a><a href="/magazine/2">h</a>';
  const item = {
    ...{ id: 9, slug: "", generated_slug: "nuovo", status: "draft", lang: "it" },
    ...{ date_gmt: "2026-01-01T00:00:00", modified_gmt: "2026-01-01T00:00:00" },
    title: { rendered: "Nuovo" },
    content: { rendered: body },
    meta: {},
  };
  const { json } = await ask("check", { type: "posts", language: "en", item });
  const said = json.findings.map(({ message }: { message: string }) => message);
  expect(said).toEqual([
    "The article has no subject.",
    `The link “${wordpress.url}/?p=77” leads to a page that does not exist.`,
    "The link “/magazine/mai” leads to a page that does not exist.",
    "The link “/magazine/2” leads to a page that does not exist.",
    "The translation is missing: pages in the other language show this text with a note.",
  ]);
});

test("the connection test recognizes each wrong setting", async () => {
  const time = "1800000000";
  const sign = (secret: string) => createHmac("sha256", secret).update(time).digest("hex");
  const asked = { wordpress: wordpress.url, time, signature: sign(PREVIEW) };
  expect((await ask("connection", asked)).json).toEqual({ state: "works" });
  const other = { ...asked, wordpress: "https://altro.example" };
  expect((await ask("connection", other)).json).toEqual({ state: "other_wordpress" });
  const unsigned = { ...asked, signature: sign("x".repeat(40)) };
  expect((await ask("connection", unsigned)).json).toEqual({ state: "preview_secret" });
  expect((await ask("connection", asked, "x".repeat(40))).status).toBe(401);
});

test("wrong questions are refused, and a WordPress that is down is a 503", async () => {
  expect((await ask("secrets", {})).status).toBe(404);
  expect((await ask("constructor", {})).status).toBe(404);
  expect((await ask("check", "nonsense")).status).toBe(400);
  expect((await ask("states", { items: [{ type: "users" }] })).status).toBe(400);
  expect((await ask("check", "x".repeat(4_194_305))).status).toBe(413);
  wordpress.mood = "down";
  const items = [
    { type: "posts", id: 1, slug: "a", lang: "it", modified_gmt: "2026-01-01T00:00:00" },
  ];
  expect((await ask("states", { language: "it", items })).status).toBe(503);
});
