import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { romeInstant } from "@/contract/deadline";
import { testFolder } from "@/tests/support/folder";
import { openLibrary } from "./library";
import { openContent } from "./open-content";
import { gmt } from "./rome-time";

const folder = await testFolder("content");

async function write(place: string, frontMatter: string, body = "Testo.") {
  const file = join(folder, place);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, `---\n${frontMatter}\n---\n\n${body}\n`);
}

for (let day = 1; day <= 12; day++) {
  const date = `2026-01-${String(day).padStart(2, "0")}`;
  await write(`it/posts/numero-${day}.md`, `title: "Numero ${day} & più"\ndate: "${date}"`);
}
await write("it/posts/bozza.md", 'title: "Bozza"\ndate: "2026-02-01"\nstatus: "draft"');
await write("it/posts/domani.md", 'title: "Domani"\ndate: "2999-01-01"');
await write("en/posts/numero-1.md", 'title: "Number 1"\ndate: "2026-01-01"', "Über **bold**");
await write(
  "it/events/demo-day.md",
  'title: "Demo day"\ndate: "2026-06-01T18:30"\nmeta:\n  location: "Torino"\ntags: "Demo day, Finale"\nauthor: "Ada"',
);

const credentials = "editor:abcd efgh";
const { fetch } = openContent({ CONTENT_DIR: folder, CONTENT_CREDENTIALS: credentials });

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(new Request(`https://x/wp-json/wp/v2/${path}`, { headers }));
  return { status: response.status, headers: response.headers, json: await response.json() };
}

describe("content in WordPress's format", () => {
  test("a content list is paged, with the newest first and its counts in the headers", async () => {
    const { status, json, headers } = await get("posts?per_page=5&page=3");
    expect(status).toBe(200);
    expect(json.map(({ slug }: { slug: string }) => slug)).toEqual(["numero-2", "numero-1"]);
    expect(headers.get("x-wp-total")).toBe("12");
    expect(headers.get("x-wp-totalpages")).toBe("3");
  });

  test("a page after the last one is answered with WordPress's error 400", async () => {
    const { status, json } = await get("posts?per_page=5&page=4");
    expect([status, json.code]).toEqual([400, "rest_post_invalid_page_number"]);
  });

  test("an item is found by its slug in its language, and its title is escaped", async () => {
    expect((await get("posts?slug=numero-3")).json[0].title.rendered).toBe("Numero 3 &amp; più");
    const english = (await get("posts?slug=numero-1&lang=en")).json;
    expect(english).toHaveLength(1);
    expect(english[0]).toMatchObject({
      lang: "en",
      content: { rendered: "<p>Über <strong>bold</strong></p>\n" },
    });
  });

  test("the search in content ignores case and accents", async () => {
    expect((await get("posts?search=uber&lang=en")).json).toHaveLength(1);
    expect((await get("posts?search=nothing+here")).json).toEqual([]);
  });

  test("a draft or an item with a future date is not published", async () => {
    expect((await get("posts?slug=bozza")).json).toEqual([]);
    expect((await get("posts?slug=domani")).json).toEqual([]);
  });

  test("drafts require the application password, with or without its spaces", async () => {
    expect((await get("posts?status=draft")).status).toBe(401);
    const basic = (text: string) => ({
      Authorization: `Basic ${Buffer.from(text).toString("base64")}`,
    });
    expect((await get("posts?status=draft", basic("editor:wrong"))).status).toBe(401);
    for (const given of [credentials, "editor:abcdefgh"]) {
      const { json } = await get("posts?status=draft&context=edit", basic(given));
      expect(json.map(({ slug }: { slug: string }) => slug)).toEqual(["bozza"]);
    }
  });

  test("meta fields are strings, and terms and authors are embedded on request", async () => {
    const plain = (await get("events")).json[0];
    expect(plain.meta).toEqual({ location: "Torino" });
    expect(plain._embedded).toBeUndefined();
    const { _embedded } = (await get("events?_embed=1")).json[0];
    expect(_embedded.author[0].name).toBe("Ada");
    expect(_embedded["wp:term"][0].map(({ slug }: { slug: string }) => slug)).toEqual([
      "demo-day",
      "finale",
    ]);
  });

  test("unknown query values are refused by name", async () => {
    const { status, json } = await get("posts?orderby=x&per_page=0");
    expect(status).toBe(422);
    expect(json.data.fields).toEqual({ orderby: "invalid_choice", per_page: "invalid_choice" });
  });
});

test("an error in the front matter names the file and each wrong field", async () => {
  const other = await testFolder("content");
  await mkdir(join(other, "it/posts"), { recursive: true });
  await writeFile(
    join(other, "it/posts/rotto.md"),
    '---\ntitle: ""\ndate: "ieri"\ncolour: red\n---\n',
  );
  expect(() => openLibrary(other)).toThrow(/it\/posts\/rotto\.md.*title.*date.*colour/s);
});

test("a placeholder for a figure in a text is replaced by the number in the text's language", async () => {
  const other = await testFolder("content");
  for (const language of ["it", "en"]) {
    await mkdir(join(other, language, "posts"), { recursive: true });
    const text =
      '---\ntitle: "{{teamMax}} & {{grant}}"\ndate: "2026-01-01"\n---\n{{ socialReturn }}\n';
    await writeFile(join(other, language, "posts/quanto.md"), text);
  }
  const read = (language: "it" | "en") => openLibrary(other)("posts", language)[0];
  expect(read("it")?.item.title.rendered).toBe("5 &amp; 50.000");
  expect(read("it")?.item.content?.rendered).toBe("<p>5,19</p>\n");
  expect(read("en")?.item.title.rendered).toBe("5 &amp; 50,000");
  expect(read("en")?.text).toContain("5.19");

  await writeFile(
    join(other, "en/posts/wrong.md"),
    '---\ntitle: "Wrong"\ndate: "2026-01-01"\n---\n{{constructor}}\n',
  );
  expect(() => openLibrary(other)).toThrow(
    /en\/posts\/wrong\.md: “\{\{constructor\}\}” is no figure/,
  );
});

test("local times are Rome's, in summer, in winter and at the change of the clocks", () => {
  expect(gmt(romeInstant("2026-06-01T18:30"))).toBe("2026-06-01T16:30:00");
  expect(gmt(romeInstant("2026-12-01T18:30"))).toBe("2026-12-01T17:30:00");
  expect(gmt(romeInstant("2027-03-28T12:00"))).toBe("2027-03-28T10:00:00");
  expect(gmt(romeInstant("2027-10-31T12:00"))).toBe("2027-10-31T11:00:00");
});

test("each item of the site's own content exists in both languages", () => {
  const library = openLibrary("content");
  for (const type of CONTENT_TYPES) {
    const slugs = (language: "it" | "en") =>
      library(type, language)
        .map(({ item }) => item.slug)
        .sort();
    expect(slugs("en")).toEqual(slugs("it"));
  }
});
