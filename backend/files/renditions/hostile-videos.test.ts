import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { seedOr, times } from "@/tests/support/attack";
import { measureChildren, noCosts, printCosts } from "@/tests/support/child-costs";
import { testFolder } from "@/tests/support/folder";
import { type VideoName, video } from "@/tests/support/made-files/files";
import { makeDeck, runOffice } from "@/tests/support/made-files/office-deck";
import { compoundFile, ppt } from "@/tests/support/made-files/ppt-files";
import { canConvert, convert, POWERPOINT } from "./convert";

const has = { ffmpeg: await canConvert("ffmpeg"), soffice: await canConvert("soffice") };
const folder = await testFolder("hostile-videos");
const costs = noCosts();
/** Limits for one conversion in this test, which converts small files of at most two minutes. */
const MOST = { seconds: 30, megabytes: 1024 };
// LibreOffice can create a cache and settings in its home folder.
const OUTPUTS = [".cache", ".config", "input", "input.pdf", "poster.jpg", "profile", "video.mp4"];

afterAll(() => {
  printCosts("Conversions of hostile and broken files", costs);
  expect(costs.seconds[0]).toBeLessThan(MOST.seconds);
  expect(costs.megabytes[0]).toBeLessThan(MOST.megabytes);
});

/** Converts bytes and returns whether it succeeded. Rejects if a file or a process stays behind. */
async function convertBytes(name: string, bytes: Buffer, type: string): Promise<boolean> {
  const own = await mkdtemp(join(folder, "one-"));
  await writeFile(join(own, "input"), bytes);
  const before = await readdir(folder);
  const made = await measureChildren(costs, name, /ffmpeg|soffice/, () => convert(own, type));
  expect(await readdir(folder), name).toEqual(before);
  for (const file of await readdir(own)) expect(OUTPUTS, name).toContain(file);
  if (!made.ok) expect(made.reason, name).toMatch(/\S/);
  return made.ok;
}

/** Creates an AVI video whose pictures have the given size. Even a small file can contain very large pictures. */
async function makePictures(size: string, count: number): Promise<Buffer> {
  const own = await mkdtemp(join(folder, "made-"));
  const source = ["-f", "lavfi", "-i", `testsrc2=s=${size}`, "-frames:v", String(count)];
  const path = join(own, "large.avi");
  await promisify(execFile)("ffmpeg", ["-v", "error", ...source, "-c:v", "mjpeg", path]);
  return readFile(path);
}

/** Returns a repeatable sequence of numbers from 0 to 1 (mulberry32). */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a copy with wrong bytes, half of them in the headers at the start of the file. */
function scrambled(bytes: Buffer, roll: () => number): Buffer {
  const copy = Buffer.from(bytes);
  for (let index = 0; index < 40; index += 1) {
    const reach = index % 2 === 0 ? Math.min(600, copy.length) : copy.length;
    copy[Math.floor(roll() * reach)] = Math.floor(roll() * 256);
  }
  return copy;
}

const CONTAINERS: [VideoName, string][] = [
  ["clip.mp4", "video/mp4"],
  ["hevc.mov", "video/quicktime"],
  ["clip.3gp", "video/3gpp"],
  ["clip.avi", "video/x-msvideo"],
  ["clip.mpeg", "video/mpeg"],
  ["transport.mpeg", "video/mpeg"],
];

describe.skipIf(!has.ffmpeg)("hostile and broken videos", () => {
  test.each(CONTAINERS)(
    "%s cut short, scrambled, or with another type ends within the limits",
    async (name, type) => {
      const whole = video(name);
      const roll = dice(seedOr(37));
      expect(await convertBytes(name, whole, type)).toBe(true);
      for (const share of [0, 0.01, 0.3, 0.9]) {
        const part = whole.subarray(0, Math.floor(whole.length * share));
        await convertBytes(`${share * 100} % of ${name}`, part, type);
      }
      for (let round = 0; round < times(6); round += 1) {
        await convertBytes(`scrambled ${name} ${round}`, scrambled(whole, roll), type);
      }
      for (const [, other] of CONTAINERS) {
        if (other !== type) await convertBytes(`${name} as ${other}`, whole, other);
      }
    },
    300_000,
  );

  test("a picture above the pixel limit is not decoded, one below it becomes 1080p", async () => {
    const above = await makePictures("12000x8000", 1);
    expect(await convertBytes("12,000 × 8,000 pixels", above, "video/x-msvideo")).toBe(false);
    const below = await makePictures("7680x4320", 60);
    expect(await convertBytes("8K", below, "video/x-msvideo")).toBe(true);
  }, 120_000);

  test.each([
    ["the longest video", "long-120.mp4", "video/mp4"],
    ["a video above the limit", "long-121.avi", "video/x-msvideo"],
    ["subtitles that outlast the picture", "subtitled.mp4", "video/mp4"],
  ] as const)(
    "%s becomes a rendition",
    async (_what, name, type) => expect(await convertBytes(name, video(name), type)).toBe(true),
    120_000,
  );
});

describe.skipIf(!has.soffice)("hostile and broken decks", () => {
  test("a deck with a linked picture and a linked film asks no server", async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const frame = (content: string) =>
      `<draw:frame svg:x="2cm" svg:y="12cm" svg:width="5cm" svg:height="3cm">${content}</draw:frame>`;
    const film = `<draw:plugin xlink:href="${address}/film.mp4" draw:mime-type="application/vnd.sun.star.media"/>`;
    const picture = `<draw:image xlink:href="${address}/picture.png"/>`;
    const own = await mkdtemp(join(folder, "linked-"));
    try {
      const deck = await makeDeck(["Filò"], frame(film) + frame(picture));
      await writeFile(join(own, "deck.ppt"), deck);
      // With its usual settings, LibreOffice asks for the linked picture.
      requests = 0;
      await runOffice(own, "pdf", "deck.ppt");
      expect(requests).toBeGreaterThan(0);
      requests = 0;
      expect(await convertBytes("a deck with linked media", deck, POWERPOINT)).toBe(true);
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  }, 180_000);

  test("a deck of 300 slides ends within the limits", async () => {
    const deck = await makeDeck(Array.from({ length: 300 }, (_, index) => `Slide ${index}`));
    expect(await convertBytes("a deck of 300 slides", deck, POWERPOINT)).toBe(true);
  }, 180_000);

  test("a deck cut short or scrambled ends within the limits", async () => {
    const whole = ppt();
    const roll = dice(seedOr(38));
    const parts = [0, 0.3, 0.9].map((share) => whole.subarray(0, Math.floor(whole.length * share)));
    const decks = [whole, ...parts, compoundFile({}), scrambled(whole, roll)];
    for (const [index, deck] of decks.entries()) {
      await convertBytes(`deck ${index}`, deck, POWERPOINT);
    }
  }, 300_000);
});
