import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PICTURE_BYTES_MAX, PICTURE_SIDE_MIN } from "@/contract/content/media";
import { LANGUAGES } from "@/contract/languages";
import { testFolder } from "@/tests/support/folder";
import { image } from "@/tests/support/made-files/files";
import { startWordPress, wpPost } from "@/tests/support/servers/wordpress";
import { CONTENT } from "../../commands/tables/content";
import { followLibrary } from "../library";
import { openContent } from "../open-content";

const folder = await testFolder("media");
const [language] = LANGUAGES;
const good = await image("jpeg", { width: 1200, height: 900 });

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await put("media/porto.jpg", good);
});
afterEach(() => void vi.unstubAllEnvs());

async function put(place: string, bytes: Buffer | string) {
  const file = join(folder, place);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

const write = (lines: string, type = "posts", body = "Testo.") =>
  put(
    `${language}/${type}/uno.md`,
    `---\ntitle: "Uno"\ndate: "2026-01-01"\n${lines}\n---\n\n${body}\n`,
  );

/** Runs `npm run content -- check`. Returns the lines of its output. */
async function check(place = folder, flags: string[] = [], printed: string[] = []) {
  vi.stubEnv("CONTENT_DIR", place);
  const verb = CONTENT.verbs.find(({ name }) => name === "check");
  if (!verb || !("run" in verb)) throw new Error("there is no such verb");
  const given = { option: () => undefined, flag: (name: string) => flags.includes(name) };
  try {
    await verb.run({ ...given, print: (line: string) => printed.push(line) } as never);
  } catch (error) {
    throw new Error([...printed, (error as Error).message].join("\n"));
  }
  return printed;
}

test.each([
  [
    "image: mai.jpg\nalt: Un porto",
    /uno\.md:4: The image “mai\.jpg” does not exist in content\/media/,
  ],
  ["image: porto.jpg", /has no alternative text: say what it shows/],
  ['image: porto.jpg\nalt: "  "', /has no alternative text: say what it shows/],
  ["alt: Un porto", /The field “alt” also needs the field “image”/],
  ["credit: Ada Neri", /The field “credit” also needs the field “image”/],
  ['image: porto.jpg\nalt: Un porto\nfocus: "101% 30%"', /focus: “.*” is no point such as 50% 30%/],
  ["image: porto.jpg\nalt: Un porto\nfocus: center", /focus: “.*” is no point such as 50% 30%/],
  ["image: ../porto.jpg\nalt: Un porto", /The name of the image “.*” is not valid/],
  ["image: Porto.jpg\nalt: Un porto", /The name of the image “.*” is not valid/],
  ["image: porto.svg\nalt: Un porto", /The name of the image “.*” is not valid/],
])("the content check refuses a text with %s", async (lines, why) => {
  await write(lines);
  await expect(check()).rejects.toThrow(why);
});

test.each([
  [
    image("jpeg", { width: 1200, height: PICTURE_SIDE_MIN - 1 }),
    /too small, 1200 × 799 pixels: each side needs at least 800/,
  ],
  [
    image("jpeg", { width: 10_000, height: 5_001 }),
    /too large, 10000 × 5001 pixels: the maximum is 50 million/,
  ],
  [Buffer.concat([good, Buffer.alloc(PICTURE_BYTES_MAX)]), /The image is larger than 10 MB/],
  [image("png", { width: 1200, height: 900 }), /in png format, but its name ends with \.jpg/],
  ["<html></html>", /The file is not an image/],
  [good.subarray(0, good.length / 2), /The image is damaged/],
])("the content check refuses an invalid picture file, %#", async (bytes, why) => {
  await put("media/porto.jpg", await bytes);
  await write("image: porto.jpg\nalt: Un porto");
  await expect(check()).rejects.toThrow(why);
});

test("the content check accepts a valid picture, and warns about one that no text names", async () => {
  await put("media/.DS_Store", "");
  expect(await check()).toEqual([
    "Warning: media/porto.jpg: No text uses this image.",
    "No file has an error.",
  ]);
  await write('image: porto.jpg\nalt: Un porto\ncredit: Ada Neri\nfocus: "50% 30%"');
  expect((await check()).filter((line) => line.includes("media/"))).toEqual([]);
  await write("", "posts", "![Un porto](porto.jpg)");
  expect((await check()).filter((line) => line.includes("media/"))).toEqual([]);
});

test("a text whose image has no alternative text stops the start, and the content check names the line", async () => {
  await write("", "posts", "Testo.\n\n![ ](porto.jpg)");
  expect(() => followLibrary(folder, () => {}, { strict: true })).toThrow(
    /uno\.md: An image in the text has no alternative text/,
  );
  await expect(check()).rejects.toThrow(
    `Error: ${language}/posts/uno.md:9: An image in the text has no alternative text (porto.jpg).\nErrors: 1.`,
  );
});

test("the content check prints every finding as JSON, with its rule, file, line and field", async () => {
  await write(
    "tags: Idee\nmeta:\n  location: Bari",
    "events",
    "[a](/magazine/mai)\n\n![Un porto](mai.jpg)",
  );
  await put(`${language}/posts/rotto.md`, '---\ntitle: "Due"\ndate: "ieri"\n---\n');
  await put("media/rovinata.jpg", "no picture");
  await put(
    `${language}/stories/una.md`,
    '---\ntitle: "Una"\ndate: "2026-01-01"\nimage: rovinata.jpg\nalt: Un molo\n---\n\nE\n',
  );
  const printed: string[] = [];
  await expect(check(folder, ["json"], printed)).rejects.toThrow("Errors: 4.");
  expect(printed).toHaveLength(1);
  const { findings } = JSON.parse(printed[0] ?? "");
  const place = `${language}/events/uno.md`;
  expect(findings.filter(({ place }: { place: string }) => !/^media|una\.md$/.test(place))).toEqual(
    [
      {
        ...{ place: `${language}/posts/rotto.md`, line: 3, level: "error", rule: "field_date" },
        message: "date: “ieri” is no date such as 2027-04-15T18:00.",
      },
      {
        ...{ place, line: 1, level: "warning", rule: "event_undated", field: "starts_at" },
        message: "The event has no start date.",
      },
      {
        ...{ place, line: 9, level: "error", rule: "link_dead" },
        message: "The link “/magazine/mai” leads to a page that does not exist.",
      },
      {
        ...{ place, line: 11, level: "error", rule: "image_missing" },
        message: "The image “mai.jpg” does not exist in content/media.",
      },
      {
        ...{ place, level: "warning", rule: "translation_missing" },
        message:
          "The translation is missing: pages in the other language show this text with a note.",
      },
    ],
  );
  expect(findings.filter(({ place }: { place: string }) => place.startsWith("media"))).toEqual([
    {
      ...{ place: "media/rovinata.jpg", level: "error", rule: "file_picture_none" },
      message: "The file is not an image.",
    },
    {
      ...{ place: "media/porto.jpg", level: "warning", rule: "file_picture_unused" },
      message: "No text uses this image.",
    },
  ]);
});

test("the content check reads a WordPress too, page by page, and fails if it is unreachable", async () => {
  const wordpress = await startWordPress(good);
  vi.stubEnv("CONTENT_API_URL", `${wordpress.url}/`);
  wordpress.types.posts = [
    ...Array.from({ length: 100 }, (_, index) => wpPost({ id: index + 10, media: "own" })),
    wpPost({ id: 2, slug: "tacita", content: "<p>a</p><img alt='' src='/b.jpg'>" }),
  ];
  try {
    expect((await check()).filter((line) => line.includes("tacita (it)"))).toContainEqual(
      expect.stringContaining("An image in the text has no alternative text (/b.jpg)."),
    );
    wordpress.types.stories = [wpPost({ id: 3, slug: "muta", media: "own", alt: "" })];
    await expect(check()).rejects.toThrow(/stories\/muta \(it\): The featured image has no/);
    wordpress.mood = "down";
    await expect(check()).rejects.toThrow();
  } finally {
    await wordpress.close();
  }
});

async function ask(path: string) {
  const { fetch } = openContent({ CONTENT_DIR: folder });
  return fetch(new Request(`https://x.example/wp-json/${path}`));
}

test("a picture is embedded in WordPress's format, upright, and its file has the same version", async () => {
  // A picture whose pixels are stored rotated, as cameras store portrait pictures.
  await put("media/porto.jpg", await sharp(good).withMetadata({ orientation: 6 }).toBuffer());
  await write('image: porto.jpg\nalt: "Un porto"\ncredit: "Ada & Leo"\nfocus: "50% 30%"', "people");
  const [person] = await (await ask("wp/v2/people?_embed=1")).json();
  expect(person.featured_media).toBeGreaterThan(0);
  expect(person.meta.focus).toBe("50% 30%");
  const [media] = person._embedded["wp:featuredmedia"];
  expect(media).toMatchObject({
    source_url: expect.stringMatching(/^https:\/\/x\.example\/wp-json\/media\/porto\.jpg\?v=/),
    alt_text: "Un porto",
    caption: { rendered: "<p>Ada &amp; Leo</p>" },
    media_details: { width: 900, height: 1200 },
  });
  const file = await ask("media/porto.jpg");
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(file.headers.get("etag")).toBe(`"${media.source_url.split("?v=")[1]}"`);
});

test("a picture in a text has its version, and its upright size unless the editor wrote one", async () => {
  await put("media/porto.jpg", await sharp(good).withMetadata({ orientation: 6 }).toBuffer());
  await put("media/rotta.jpg", "no picture");
  const body = `![A](porto.jpg)\n\n<img src="porto.jpg" width="300" alt="B">\n\n![C](rotta.jpg)`;
  await write("", "posts", body);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const [post] = await (await ask("wp/v2/posts")).json();
  const version = (await ask("media/porto.jpg")).headers.get("etag")?.replaceAll('"', "");
  const tags = post.content.rendered.match(/<img[^>]*>/g);
  expect(tags).toEqual([
    `<img width="900" height="1200" src="/wp-json/media/porto.jpg?v=${version}" alt="A">`,
    `<img src="/wp-json/media/porto.jpg?v=${version}" width="300" alt="B">`,
    '<img src="/wp-json/media/rotta.jpg" alt="C">',
  ]);
});

test("no picture is embedded for an item without one, or without a request", async () => {
  await write("");
  const [plain] = await (await ask("wp/v2/posts?_embed=1")).json();
  expect([plain.featured_media, plain._embedded["wp:featuredmedia"]]).toEqual([0, undefined]);
  await write("image: porto.jpg\nalt: Un porto");
  expect((await (await ask("wp/v2/posts")).json())[0]._embedded).toBeUndefined();
});

test("a picture that cannot be displayed is left out of its text and reported once", async () => {
  const complain = vi.spyOn(console, "error").mockImplementation(() => {});
  await put("media/porto.jpg", "no picture");
  await write("image: porto.jpg\nalt: Un porto");
  const { fetch } = openContent({ CONTENT_DIR: folder });
  for (let time = 0; time < 2; time++) {
    const answer = await fetch(new Request("https://x.example/wp-json/wp/v2/posts?_embed=1"));
    expect((await answer.json())[0]._embedded["wp:featuredmedia"]).toBeUndefined();
  }
  expect(complain).toHaveBeenCalledOnce();
  expect(String(complain.mock.lastCall?.[0])).toContain("porto.jpg: The file is not an image");
});

test.each([
  "media/mai.jpg",
  "media/..%2fmedia%2fporto.jpg",
  `media/..%2f${language}%2fposts%2funo.md`,
  "media/%2e%2e",
  "media/note.txt",
  "media/",
])("a path that is no picture of a text is a 404: %s", async (path) => {
  await put("media/note.txt", "x");
  await write("image: porto.jpg\nalt: Un porto");
  expect((await ask(path)).status).toBe(404);
});

test("a text whose picture is added later is read again automatically", async () => {
  const complain = vi.fn();
  await write("");
  const library = followLibrary(folder, complain, { strict: true });
  const pictures = () => library("posts", language).map(({ picture }) => picture?.name);
  expect(pictures()).toEqual([undefined]);
  await write("image: dopo.jpg\nalt: Un porto");
  expect(pictures()).toEqual([undefined]);
  expect(complain).toHaveBeenCalledOnce();
  await put("media/dopo.jpg", good);
  expect(pictures()).toEqual(["dopo.jpg"]);
});

test("each of the site's own pictures is valid and named by a text", async () => {
  expect((await check("content")).filter((line) => line.includes("media/"))).toEqual([]);
});
