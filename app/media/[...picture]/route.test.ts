import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { testFolder } from "@/tests/support/folder";
import { image } from "@/tests/support/made-files/files";
import { startWordPress, wpPost } from "@/tests/support/servers/wordpress";

/* The same test code runs with two content sources: a WordPress server over HTTP, and local files. */

const photo = await image("jpeg", { width: 1600, height: 900 });
const wordpress = await startWordPress(photo);
afterAll(() => wordpress.close());
const [language] = LANGUAGES;
const folder = await testFolder("pictures");
await mkdir(join(folder, "media"), { recursive: true });
await mkdir(join(folder, language, "posts"), { recursive: true });
await writeFile(join(folder, "media/foto.jpg"), photo);
await writeFile(
  join(folder, language, "posts/uno.md"),
  `---\ntitle: "Uno"\ndate: "2026-01-01"\nimage: foto.jpg\nalt: "Una foto d’officina"\ncredit: "Foto: Ada"\nfocus: "50% 30%"\n---\nTesto.\n`,
);

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

type From = "files" | "wordpress";

/** Loads the modules of the media route again, with content from the given source. */
async function siteWith(from: From) {
  vi.resetModules();
  vi.stubEnv("CONTENT_DIR", folder);
  vi.stubEnv("CONTENT_API_URL", from === "wordpress" ? wordpress.url : "");
  const [{ fetchSummaries, readDraft }, addresses, { GET }] = await Promise.all([
    import("@/lib/content/content"),
    import("@/lib/content/picture-address"),
    import("./route"),
  ]);
  const get = (path: string) => GET(new Request(`http://localhost:3000${path}`));
  return {
    ...addresses,
    get,
    text: (slug: string) => readDraft("posts", slug, language),
    read: async () => (await fetchSummaries("posts", language))[0],
  };
}

const post = (more: Partial<Parameters<typeof wpPost>[0]>) => {
  wordpress.types.posts = [wpPost({ id: 1, slug: "uno", media: "own", ...more })];
};

test("a WordPress picture without alternative text gets its item's title", async () => {
  post({ title: "Il porto &amp; noi", alt: " " });
  const { read } = await siteWith("wordpress");
  expect((await read())?.image?.alt).toBe("Il porto & noi");
});

test.each(["files", "wordpress"] as const)(
  "pages treat a picture from %s like a picture from other sources",
  async (from) => {
    post({ focus: "50% 30%", caption: "<p>Foto: <em>Ada</em></p>" });
    const { read, pictureAddress, get } = await siteWith(from);
    const item = await read();
    expect(item?.image).toEqual({
      src: expect.stringMatching(/^\/(?!\/).*foto.*\.jpg(\?v=.+)?$/),
      alt: expect.stringMatching(/^Una foto d[’']officina$/),
      width: 1600,
      height: 900,
      credit: "Foto: Ada",
      focus: "50% 30%",
    });
    const answer = await get(pictureAddress(item?.image as never, "network", 640));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const { width, height, exif } = await sharp(await answer.arrayBuffer()).metadata();
    expect([width, height, exif]).toEqual([640, 360, undefined]);
    const immutable = answer.headers.get("cache-control")?.includes("immutable");
    expect(immutable, "kept for ever where the address names the version").toBe(from === "files");
  },
);

test("a picture in a text is shown in its own colours, in several widths and without camera data", async () => {
  const camera = { IFD0: { Model: "Fotocamera" } };
  const red = { r: 200, g: 30, b: 20 };
  const taken = sharp({ create: { width: 1600, height: 900, channels: 3, background: red } });
  await writeFile(join(folder, "media/molo.jpg"), await taken.withExif(camera).jpeg().toBuffer());
  const file = join(folder, language, "posts/due.md");
  await writeFile(file, '---\ntitle: "Due"\ndate: "2026-01-02"\n---\n![Un molo](molo.jpg)\n');
  vi.stubEnv("CONTENT_CREDENTIALS", "ada:abcd");
  const { text, get } = await siteWith("files");
  const shown = (await text("due"))?.html ?? "";
  const offered = [...shown.matchAll(/(\/media\/plain\/(\d+)\/\S+) \d+w/g)];
  expect(offered.map(([, , width]) => width)).toEqual(["320", "640", "1080"]);
  const answer = await get(offered[1]?.[1] ?? "");
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const picture = sharp(await answer.arrayBuffer());
  expect(await picture.metadata()).toMatchObject({ format: "webp", width: 640, height: 360 });
  expect((await picture.metadata()).exif).toBeUndefined();
  const { channels } = await picture.stats();
  expect(channels.map(({ mean }) => Math.round(mean / 20))).toEqual([10, 2, 1]);
  await rm(file);
});

test.each(["nowhere", "120% 5%", "50% 50%; position: fixed", ""])(
  "an invalid focus (%s) becomes the middle",
  async (focus) => {
    post({ focus });
    const { read } = await siteWith("wordpress");
    expect((await read())?.image).toMatchObject({ focus: "50% 50%", credit: null });
  },
);

test.each(["elsewhere", "forbidden", "gone", "none"] as const)(
  "a WordPress picture that is %s is ignored",
  async (media) => {
    post({ media });
    expect((await (await siteWith("wordpress")).read())?.image).toBeNull();
  },
);

test("a narrow picture is not offered wider than it is", async () => {
  const { widthsOf } = await siteWith("files");
  expect(widthsOf({ width: 2400 })).toEqual([320, 640, 1080, 1920]);
  expect(widthsOf({ width: 700 })).toEqual([320, 640]);
  expect(widthsOf({ width: 200 })).toEqual([320]);
});

test.each([
  ["another width", "/media/network/641/wp-json/media/foto.jpg"],
  ["another section", "/media/jury/640/wp-json/media/foto.jpg"],
  ["an unknown file", "/media/network/640/wp-json/media/mai.jpg"],
  ["what is no picture by its name", "/media/network/640/wp-json/wp/v2/posts"],
  ["a text", `/media/network/640/wp-json/media/..%2f${language}%2fposts%2funo.md`],
  ["a way out of the folder", "/media/network/640/wp-json/media/..%2f..%2fphoto.jpg"],
  ["another host", "/media/network/640//evil.example/a.jpg"],
  ["another host, with a user", "/media/network/640/@evil.example/a.jpg"],
  ["another scheme", "/media/network/640/https://evil.example/a.jpg"],
  ["nothing", "/media/network/640/"],
])("%s is a 404 without a request to another host", async (_, path) => {
  const asked = vi.spyOn(globalThis, "fetch");
  const { get } = await siteWith("files");
  expect((await get(path)).status).toBe(404);
  expect(asked).not.toHaveBeenCalled();
});

test("the request to WordPress contains only the path, at the configured address", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  const { get } = await siteWith("wordpress");
  for (const path of ["/evil.example/a.jpg", "@evil.example/a.jpg", "/https://evil.example/a.jpg"])
    await get(`/media/network/640/${path}`);
  await get("/media/network/640/wp-content/uploads/a.jpg?rest_route=/wp/v2/users&v=1");
  const addresses = asked.mock.calls.map(([request]) => (request as Request).url);
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) expect(new URL(address).origin).toBe(wordpress.url);
  expect(addresses.at(-1)).toBe(`${wordpress.url}/wp-content/uploads/a.jpg`);
});

const answered = (body: BodyInit | null, init?: ResponseInit) =>
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(body, init));

test.each([
  ["a page", "<html></html>", {}],
  [
    "a drawing that could ask for more",
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    {},
  ],
  ["half a picture's head", photo.subarray(0, 40), {}],
  ["one that says it is too long", photo, { headers: { "Content-Length": String(2 ** 30) } }],
  ["one that is too long and does not say so", Buffer.alloc(11 * 1_048_576), {}],
  ["a redirect", null, { status: 302, headers: { Location: "http://169.254.169.254/a.jpg" } }],
  ["a refusal", "no", { status: 403 }],
])("a file that is %s returns 404", async (_, body, init) => {
  const asked = answered(body as BodyInit | null, init);
  const { get } = await siteWith("wordpress");
  expect((await get("/media/network/640/wp-content/uploads/a.jpg")).status).toBe(404);
  expect(asked).toHaveBeenCalledOnce();
  expect(asked.mock.lastCall?.[0]).toHaveProperty("redirect", "manual");
});

test.each([
  ["does not answer", () => Promise.reject(new Error("down"))],
  ["fails", async () => new Response("Error establishing a database connection", { status: 500 })],
])("while the WordPress %s, the response is 503 and not cached", async (_, answer) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(answer);
  const { get } = await siteWith("wordpress");
  const path = "/media/network/640/wp-content/uploads/a.jpg";
  const refused = await get(path);
  expect([refused.status, refused.headers.get("cache-control")]).toEqual([
    503,
    "private, no-store",
  ]);
  asked.mockImplementation(async () => new Response(new Uint8Array(photo)));
  expect((await get(path)).status).toBe(200);
});

test("many requests for a missing picture ask the WordPress once a minute", async () => {
  const asked = answered("no such page", { status: 404 });
  const { get } = await siteWith("wordpress");
  const path = "/media/network/640/wp-content/uploads/mai.jpg";
  const all = await Promise.all(Array.from({ length: 20 }, () => get(path)));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([404]));
  expect((await get(path)).status).toBe(404);
  expect(asked).toHaveBeenCalledOnce();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  asked.mockImplementation(async () => new Response(new Uint8Array(photo)));
  expect((await get(path)).status).toBe(200);
  vi.useRealTimers();
});

test("a response body that stops times out, and the next picture does not wait for it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubEnv("CONTENT_TIMEOUT", "0.2");
  const half = () =>
    new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(photo.subarray(0, 9))) });
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(half()));
  const { get } = await siteWith("wordpress");
  expect((await get("/media/network/640/wp-content/uploads/a.jpg")).status).toBe(503);
  expect((await get("/media/network/640/wp-content/uploads/b.jpg")).status).toBe(503);
  expect(asked).toHaveBeenCalledOnce();
});

test("at most two pictures are processed at the same time", async () => {
  answered(photo as unknown as BodyInit);
  const { readAll, most } = await printing();
  expect(await readAll(12)).toEqual(Array(12).fill(200));
  expect(most()).toBe(2);
});

/**
 * Returns `readAll`, which requests pictures at the same time, and `most`, which returns how many of them were
 * processed in parallel. Processing a picture is slow in this test.
 */
async function printing() {
  let [running, most] = [0, 0];
  const slow = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return new Uint8Array(1);
  };
  const { askedPicture } = await siteWith("wordpress");
  const { printed } = await import("@/lib/content/pictures/printed");
  const one = (nth: number) => {
    const url = `http://x/media/network/640/wp-content/uploads/${nth}.jpg`;
    return printed(askedPicture(new URL(url)), slow).then(({ status }) => status);
  };
  return {
    readAll: (many: number) => Promise.all(Array.from({ length: many }, (_, nth) => one(nth))),
    most: () => most,
  };
}

test("a redirect of a picture is followed only to the content's hosts and to configured hosts", async () => {
  vi.stubEnv("CONTENT_HOSTS", "cdn.example");
  const leads: Record<string, string> = {
    "/wp-content/uploads/a.jpg": `${wordpress.url}/wp-content/uploads/b.jpg`,
    "/wp-content/uploads/b.jpg": "https://cdn.example/c.jpg",
    "/wp-content/uploads/round.jpg": "round.jpg",
  };
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const to = leads[new URL((request as Request).url).pathname];
    return to
      ? new Response(null, { status: 301, headers: { Location: to } })
      : new Response(new Uint8Array(photo));
  });
  const { get } = await siteWith("wordpress");
  expect((await get("/media/network/640/wp-content/uploads/a.jpg")).status).toBe(200);
  expect(asked.mock.calls.map(([request]) => (request as Request).url).at(-1)).toBe(
    "https://cdn.example/c.jpg",
  );
  expect((await get("/media/network/640/wp-content/uploads/round.jpg")).status).toBe(404);
  expect(asked.mock.calls.length).toBeLessThan(10);
});

test("a featured picture on a configured host is shown, and no other host is asked", async () => {
  vi.stubEnv("CONTENT_HOSTS", "cdn.elsewhere.example");
  post({ media: "elsewhere" });
  const { read, pictureAddress, get } = await siteWith("wordpress");
  const item = await read();
  const asked = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => new Response(new Uint8Array(photo)));
  const address = pictureAddress(item?.image as never, "network", 640);
  expect((await get(address)).status).toBe(200);
  expect((await get(address.replace("cdn.", "evil."))).status).toBe(404);
  const hosts = asked.mock.calls.map(([request]) => new URL((request as Request).url).host);
  expect(new Set(hosts)).toEqual(new Set(["cdn.elsewhere.example"]));
});

test("a picture is processed once, even for an unknown version; a new file is processed again", async () => {
  const { read, get, pictureAddress } = await siteWith("files");
  const image = (await read())?.image as never;
  const address = pictureAddress(image, "call", 320);
  const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
  const [one, again] = await Promise.all([bytes(address), bytes(address)]);
  expect(again.equals(one)).toBe(true);
  const invented = await get(address.replace(/v=.*/, "v=1-invented"));
  expect(invented.headers.get("cache-control")).not.toContain("immutable");
  expect(Buffer.from(await invented.arrayBuffer()).equals(one)).toBe(true);

  await writeFile(join(folder, "media/foto.jpg"), await image2());
  const next = pictureAddress((await read())?.image as never, "call", 320);
  expect(next).not.toBe(address);
  expect((await bytes(next)).equals(one)).toBe(false);
  expect((await get(next)).headers.get("cache-control")).toContain("immutable");
  expect((await get(address)).headers.get("cache-control")).not.toContain("immutable");
});

/** Returns a different picture with the size of the first test picture. */
async function image2(): Promise<Buffer> {
  const half = { create: { width: 800, height: 900, channels: 3, background: "#fff" } } as const;
  const white = await sharp(half).png().toBuffer();
  return sharp(photo)
    .composite([{ input: white, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
}
