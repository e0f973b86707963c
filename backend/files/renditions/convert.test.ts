import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, describe, expect, test, vi } from "vitest";
import { type VideoName, video } from "@/tests/support/made-files/files";
import { makeDeck, runOffice } from "@/tests/support/made-files/office-deck";
import { pdfText } from "@/tests/support/made-files/unpack";
import { canConvert, convert, isIsolated, LIMITS, POWERPOINT } from "./convert";

// CI has no ffmpeg, unless a test job installs it.
const has = await canConvert("ffmpeg");
if (!has)
  console.warn("ffmpeg or util-linux is missing: the tests of real conversions are skipped");
const run = promisify(execFile);
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function convertBytes(bytes: Buffer, type: string, limits = LIMITS) {
  const folder = await mkdtemp(join(tmpdir(), "slancio-convert-test-"));
  folders.push(folder);
  await writeFile(join(folder, "input"), bytes);
  return convert(folder, type, limits);
}

/** Creates a test video with ffmpeg's generated pictures and sounds. */
async function makeVideo(name: string, args: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "slancio-convert-test-"));
  folders.push(folder);
  await run("ffmpeg", ["-v", "error", "-nostdin", ...args, join(folder, name)]);
  return readFile(join(folder, name));
}

async function probe(path: string) {
  const shown = "stream=codec_name,width,height,avg_frame_rate,pix_fmt:format_tags";
  const { stdout } = await run("ffprobe", [
    "-v",
    "error",
    "-show_entries",
    shown,
    "-of",
    "json",
    path,
  ]);
  return JSON.parse(stdout) as { streams: Record<string, unknown>[]; format: object };
}

const hasOffice = await canConvert("soffice");
if (!hasOffice) console.warn("LibreOffice is missing: the tests of real decks are skipped");

/** Returns the content of each page of a PDF: its size, its drawing operations, and its texts with their positions. */
async function pagesOf(bytes: Buffer) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { fnArray: drawn } = await page.getOperatorList();
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) =>
      "str" in item && item.str.trim() ? [[item.str, item.transform]] : [],
    );
    pages.push({ size: page.view, drawn, texts });
  }
  await task.destroy();
  return pages;
}

describe.skipIf(!hasOffice)("decks", () => {
  test("a PowerPoint deck becomes a PDF with one page per slide and the same words", async () => {
    const texts = ["Perché Filò costa 5 €", "Chi siamo", "Grazie"];
    const made = await convertBytes(await makeDeck(texts), POWERPOINT);
    expect(made).toMatchObject({ ok: true, poster: null });
    const pages = await pdfText(await readFile(made.main));
    expect(pages.map((page) => page.trim())).toEqual(texts);
  }, 120_000);

  test("the pages of a deck equal the pages of LibreOffice's PDF export of it", async () => {
    const deck = await makeDeck(["Perché Filò costa 5 €", "Grazie"]);
    const folder = await mkdtemp(join(tmpdir(), "slancio-convert-test-"));
    folders.push(folder);
    await writeFile(join(folder, "deck.ppt"), deck);
    await runOffice(folder, "pdf", "deck.ppt");
    const exported = await pagesOf(await readFile(join(folder, "deck.pdf")));
    const made = await convertBytes(deck, POWERPOINT);
    expect(await pagesOf(await readFile(made.main))).toEqual(exported);
    expect(exported.map(({ texts }) => texts.map(([text]) => text))).toEqual([
      ["Perché Filò costa 5 €"],
      ["Grazie"],
    ]);
    expect(exported[0]?.drawn).toContain(OPS.constructPath);
  }, 300_000);

  test("a web page named as a deck fails with a reason", async () => {
    const bytes = Buffer.from('<html><body><img src="file:///etc/hostname">Filò</body></html>');
    expect(await convertBytes(bytes, POWERPOINT)).toMatchObject({ ok: false, reason: "no pages" });
  }, 60_000);

  test("the conversion of a deck ends at its time limit, and its process with it", async () => {
    const { reason } = (await convertBytes(await makeDeck(["Filò"]), POWERPOINT, {
      ...LIMITS,
      wall: 300,
    })) as { reason: string };
    expect(reason).toBe("the conversion took too long");
    const { stdout } = await run("ps", ["-eo", "args"]);
    expect(stdout).not.toMatch(/soffice\.bin.*slancio-convert-test/);
  }, 60_000);
});

describe.skipIf(!has)("conversions", () => {
  test.each<[VideoName, string, number, number]>([
    ["clip.mp4", "video/mp4", 128, 72],
    ["clip.mov", "video/quicktime", 128, 72],
    ["hevc.mov", "video/quicktime", 64, 64],
    ["clip.3gp", "video/3gpp", 128, 96],
    ["clip.avi", "video/x-msvideo", 128, 96],
    ["clip.mpeg", "video/mpeg", 128, 96],
    ["transport.mpeg", "video/mpeg", 32, 32],
  ])(
    "%s becomes H.264 at 30 frames per second, and a poster",
    async (name, type, width, height) => {
      const made = await convertBytes(video(name), type);
      expect(made).toMatchObject({ ok: true });
      const [picture] = (await probe(made.main)).streams;
      expect(picture).toMatchObject({
        codec_name: "h264",
        pix_fmt: "yuv420p",
        avg_frame_rate: "30/1",
      });
      expect([picture!.width, picture!.height]).toEqual([width, height]);
      const bytes = await readFile(made.main);
      expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
      expect((await probe(made.poster!)).streams[0]).toMatchObject({ codec_name: "mjpeg" });
    },
  );

  test("a tall 4K video with wide pixels, a sound and a name becomes 1080p without the name", async () => {
    const source = "testsrc2=s=2160x3840:d=1:r=24";
    const bytes = await makeVideo("tall.mov", [
      ...["-f", "lavfi", "-i", source, "-f", "lavfi", "-i", "sine=d=1"],
      ...[
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-metadata",
        "title=Filò",
        "-c:a",
        "pcm_s16le",
      ],
    ]);
    const made = await convertBytes(bytes, "video/quicktime");
    expect(made).toMatchObject({ ok: true });
    const { streams, format } = await probe(made.main);
    expect(streams).toMatchObject([{ width: 1080, height: 1920 }, { codec_name: "aac" }]);
    expect(JSON.stringify(format)).not.toContain("Filò");
  });

  test("a video that a phone filmed upright is upright, and a player needs no rotation", async () => {
    // Before the rotation, the left half of the picture is red and the right half is blue.
    const source = "color=red:s=64x64:d=1,pad=128:64:0:0:blue";
    const bytes = await makeVideo("turned.mp4", ["-f", "lavfi", "-i", source, "-c:v", "libx264"]);
    // A phone stores the picture as its sensor sees it. A matrix in the track's header tells the player to turn the
    // picture clockwise.
    const matrix = bytes.indexOf("tkhd") + 44;
    for (const [index, value] of [0, 1, 0, -1, 0].entries())
      bytes.writeInt32BE(value * 65_536, matrix + index * 4);
    const made = await convertBytes(bytes, "video/mp4");
    const [picture] = (await probe(made.main)).streams;
    expect([picture!.width, picture!.height]).toEqual([64, 128]);
    const pixels = ["-noautorotate", "-i", made.main, "-frames:v", "1", "-pix_fmt", "rgb24"];
    const raw = await makeVideo("picture.raw", [...pixels, "-f", "rawvideo"]);
    const at = (row: number) => [...raw.subarray((row * 64 + 32) * 3, (row * 64 + 32) * 3 + 3)];
    const [above, below] = [at(16), at(112)];
    expect(above[0]! - above[2]!).toBeGreaterThan(100);
    expect(below[2]! - below[0]!).toBeGreaterThan(100);
  });

  test("a conversion has the lowest priority and no network, and ends with the process that began it", async () => {
    const source = "testsrc2=s=1920x1080:d=60:r=30";
    const bytes = await makeVideo("long.avi", ["-f", "lavfi", "-i", source, "-c:v", "mpeg4"]);
    const folder = await mkdtemp(join(tmpdir(), "slancio-convert-test-"));
    folders.push(folder);
    await writeFile(join(folder, "input"), bytes);
    const code = `import { convert } from ${JSON.stringify(join(import.meta.dirname, "convert.ts"))};
      await convert(${JSON.stringify(folder)}, "video/x-msvideo");`;
    const parent = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code]);
    const conversions = async () => {
      const { stdout } = await run("ps", ["-eo", "pid,ni,args"]);
      return stdout.split("\n").filter((line) => /\d ffmpeg /.test(line) && line.includes(folder));
    };
    await vi.waitFor(async () => expect(await conversions()).toHaveLength(1), 20_000);
    const [line = ""] = await conversions();
    const [pid, priority] = line.trim().split(/\s+/);
    expect(priority).toBe("19");
    const network = (process: string) => readlink(`/proc/${process}/ns/net`);
    if (await isIsolated()) expect(await network(String(pid))).not.toBe(await network("self"));
    parent.kill("SIGKILL");
    await vi.waitFor(async () => expect(await conversions()).toEqual([]), 10_000);
  }, 60_000);

  test("pixels that are not square are stretched to the picture's real shape", async () => {
    const source = "testsrc2=s=720x576:d=1:r=25,setsar=16/11";
    const bytes = await makeVideo("dv.mpeg", ["-f", "lavfi", "-i", source, "-c:v", "mpeg2video"]);
    const made = await convertBytes(bytes, "video/mpeg");
    const [picture] = (await probe(made.main)).streams;
    expect([picture!.width, picture!.height]).toEqual([1024, 576]);
  });

  test.each([
    ["a playlist of other files", Buffer.from("ffconcat version 1.0\nfile /etc/hostname\n")],
    [
      "a stream of another machine",
      Buffer.from("#EXTM3U\n#EXT-X-VERSION:3\nhttp://127.0.0.1:9/\n"),
    ],
    ["no video at all", Buffer.alloc(5_000, 7)],
    ["sound only", video("sound-only.mp4")],
  ])("%s fails with a reason", async (_name, bytes) => {
    expect(await convertBytes(bytes, "video/mp4")).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/\S/),
    });
  });

  test("the time in which a conversion waits for the CPU does not count", async () => {
    const source = ["-f", "lavfi", "-i", "testsrc2=s=640x360:d=2:r=30", "-c:v", "mpeg4"];
    const bytes = await makeVideo("busy.avi", source);
    const start = Date.now();
    expect(await convertBytes(bytes, "video/x-msvideo")).toMatchObject({ ok: true });
    const wall = Date.now() - start;
    const programs = Array.from({ length: 4 * availableParallelism() }, () =>
      spawn(process.execPath, ["-e", "for (;;);"]),
    );
    try {
      const converted = convertBytes(bytes, "video/x-msvideo", { ...LIMITS, wall });
      expect(await Promise.race([converted, setTimeout(1.5 * wall, "running")])).toBe("running");
      for (const one of programs) one.kill("SIGKILL");
      expect(await converted).toMatchObject({ ok: true });
    } finally {
      for (const one of programs) one.kill("SIGKILL");
    }
  }, 120_000);

  test("a conversion ends at each limit", async () => {
    const bytes = video("long-120.mp4");
    const { ok, reason } = (await convertBytes(bytes, "video/mp4", { ...LIMITS, wall: 50 })) as {
      ok: boolean;
      reason: string;
    };
    expect([ok, reason]).toEqual([false, "the conversion took too long"]);
    expect(await convertBytes(bytes, "video/mp4", { ...LIMITS, fileBytes: 1_000 })).toMatchObject({
      ok: false,
    });
    expect(
      await convertBytes(bytes, "video/mp4", { ...LIMITS, memoryBytes: 60_000_000 }),
    ).toMatchObject({ ok: false });
  });
});
