import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { testFolder } from "@/tests/support/folder";
import { testBackend } from "@/tests/support/servers/backend";
import { followLibrary } from "./library";
import { openContent } from "./open-content";

const folder = await testFolder("drafts");

async function write(type: string, name: string, frontMatter: string) {
  await mkdir(join(folder, "it", type), { recursive: true });
  const file = join(folder, "it", type, `${name}.md`);
  await writeFile(file, `---\n${frontMatter}\n---\n\nSegreto.\n`);
  return file;
}

for (const type of CONTENT_TYPES) {
  await write(type, "bozza", 'title: "Bozza"\ndate: "2026-01-01"\nstatus: "draft"');
  await write(type, "domani", 'title: "Domani"\ndate: "2999-01-01"');
}

const CREDENTIALS = "editor:abcd efgh";
const editors = openContent({ CONTENT_DIR: folder, CONTENT_CREDENTIALS: CREDENTIALS });
const nobody = openContent({ CONTENT_DIR: folder });

function ask(content: typeof editors, path: string, authorization?: string) {
  const headers = authorization ? { Authorization: authorization } : undefined;
  return content.fetch(new Request(`https://x/wp-json/wp/v2/${path}`, headers && { headers }));
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

/** Queries that ask for more than published items and therefore need credentials. */
const QUERIES = [
  "status=draft",
  "status=any",
  "status=future",
  "context=edit",
  "status=draft&slug=bozza&context=edit",
];

test.each(CONTENT_TYPES)("drafts of %s are read only with the credentials", async (type) => {
  for (const query of QUERIES) {
    for (const wrong of [
      undefined,
      basic("editor:"),
      basic("editor:wrong"),
      basic("someone:abcd efgh"),
      `Bearer ${Buffer.from(CREDENTIALS).toString("base64")}`,
      "Basic not base64 at all",
    ]) {
      const answer = await ask(editors, `${type}?${query}`, wrong);
      expect([query, wrong, answer.status]).toEqual([query, wrong, 401]);
      expect(await answer.text()).not.toContain("Segreto");
    }
    // If the configuration has no credentials, the back end accepts no credentials.
    for (const given of [undefined, basic(":"), basic("null"), basic(CREDENTIALS)]) {
      expect((await ask(nobody, `${type}?${query}`, given)).status).toBe(401);
    }
  }
  const answer = await ask(editors, `${type}?status=any&context=edit`, basic(CREDENTIALS));
  expect(await answer.json()).toHaveLength(2);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
});

test.each(["", "?slug=bozza,domani", "?search=segreto", "?per_page=100&order=asc"])(
  "a list without a request for drafts contains only published items: posts%s",
  async (query) => {
    for (const authorization of [undefined, basic(CREDENTIALS)]) {
      expect(await (await ask(editors, `posts${query}`, authorization)).json()).toEqual([]);
    }
  },
);

test("signed-in users cannot read drafts, not even evaluators", async () => {
  const { api, makeUser } = await testBackend();
  for (const { token } of [await makeUser(), await makeUser({ roles: ["evaluator"] })]) {
    for (const query of QUERIES) {
      expect((await api("GET", `wp/v2/posts?${query}`, { token })).status).toBe(401);
    }
  }
});

test("a changed file is read again, and an invalid one is reported without replacing the last valid one", async () => {
  const complain = vi.fn();
  const library = followLibrary(folder, complain, { strict: true });
  const titles = () => library("posts", "it").map(({ item }) => item.title.rendered);
  expect(titles()).toEqual(["Bozza", "Domani"]);
  const file = await write("posts", "bozza", 'title: "Nuova"\ndate: "2026-01-01"');
  await utimes(file, new Date(), new Date("2026-02-01"));
  expect(titles()).toEqual(["Nuova", "Domani"]);
  await write("posts", "rotto", 'title: ""\ndate: "2026-01-01"');
  expect(titles()).toEqual(["Nuova", "Domani"]);
  expect(titles()).toEqual(["Nuova", "Domani"]);
  expect(complain).toHaveBeenCalledOnce();
  expect(String(complain.mock.lastCall?.[0])).toMatch(/rotto\.md: The field “title” is empty/);
});

test("a text with a future date has the status of a scheduled text", async () => {
  const answer = await ask(editors, "posts?status=future&lang=it", basic(CREDENTIALS));
  const items: { slug: string; status: string }[] = await answer.json();
  expect(items.map(({ slug, status }) => [slug, status])).toEqual([["domani", "future"]]);
});

test("a running site starts without an invalid file, names the file, and serves the others", async () => {
  const complain = vi.fn();
  await write("posts", "rotto", 'title: ""\ndate: "2026-01-01"');
  expect(() => followLibrary(folder, complain, { strict: true })).toThrow(/rotto\.md/);
  const library = followLibrary(folder, complain, { strict: false });
  const slugs = library("posts", "it").map(({ item }) => item.slug);
  expect(slugs).toContain("domani");
  expect(slugs).not.toContain("rotto");
  expect(complain).toHaveBeenCalledOnce();
  expect(String(complain.mock.lastCall?.[0])).toMatch(/rotto\.md: The field “title” is empty/);
  // The invalid file does not hide a later change of another file.
  await write("posts", "altro", 'title: "Altro"\ndate: "2026-01-01"');
  expect(library("posts", "it").map(({ item }) => item.slug)).toContain("altro");
});
