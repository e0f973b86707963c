import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { isoSeconds } from "./check-iso";

const folder = await testFolder("iso");
const MOVIE_SCALE = 600;
const SCALE = 1000;

const box = (name: string, ...parts: Buffer[]) =>
  Buffer.concat([numbers(8 + Buffer.concat(parts).length), Buffer.from(name, "latin1"), ...parts]);

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, n * 4);
  return bytes;
}

type Edit = { seconds: number; from: number };
type Track = { handler: string; seconds: number; edits?: Edit[]; isLong?: boolean };

function editList(edits: Edit[], isLong: boolean): Buffer {
  const entries = edits.map(({ seconds, from }) => {
    const units = seconds * MOVIE_SCALE;
    const at = from < 0 ? -1 : from * SCALE;
    if (!isLong) return numbers(units, at, 0x10000);
    return numbers(0, units, at < 0 ? -1 : 0, at, 0x10000);
  });
  return box("edts", box("elst", numbers(isLong ? 0x01000000 : 0, edits.length), ...entries));
}

function track({ handler, seconds, edits, isLong = false }: Track): Buffer {
  return box(
    "trak",
    ...(edits ? [editList(edits, isLong)] : []),
    box(
      "mdia",
      box("mdhd", numbers(0, 0, 0, SCALE, 0)),
      box("hdlr", numbers(0, 0), Buffer.from(handler, "latin1"), numbers(0, 0, 0)),
      box("minf", box("stbl", box("stts", numbers(0, 1, seconds * 10, SCALE / 10)))),
    ),
  );
}

async function secondsOf(...tracks: Track[]): Promise<number> {
  const bytes = box("moov", box("mvhd", numbers(0, 0, 0, MOVIE_SCALE, 0)), ...tracks.map(track));
  const path = join(folder, "a.mp4");
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    return await isoSeconds(file, bytes.length);
  } finally {
    await file.close();
  }
}

const film = (seconds: number, edits?: Edit[]) => ({
  handler: "vide",
  seconds,
  ...(edits && { edits }),
});

test("the length of a video is the longest of picture and sound, without subtitles, chapters, time codes and data", async () => {
  const sound = { handler: "soun", seconds: 13 };
  const others = ["text", "sbtl", "subt", "tmcd", "meta", "hint"].map((handler) => ({
    handler,
    seconds: 200,
  }));
  expect(await secondsOf(film(12), sound, ...others)).toBe(13);
});

test.each([
  ["a part is cut out of a long film", 300, [{ seconds: 60, from: 100 }], 60],
  [
    "several parts follow each other",
    300,
    [
      { seconds: 60, from: 0 },
      { seconds: 70, from: 200 },
    ],
    130,
  ],
  ["the same part is repeated", 10, Array(13).fill({ seconds: 10, from: 0 }), 130],
  [
    "a pause comes first",
    118,
    [
      { seconds: 5, from: -1 },
      { seconds: 118, from: 0 },
    ],
    123,
  ],
  ["a part claims more than there is", 10, [{ seconds: 500, from: 0 }], 10],
  ["a part has no length of its own", 10, [{ seconds: 0, from: 0 }], 10],
  ["the list is empty", 10, [], 10],
])("the length of a video follows its edit list: %s", async (_what, seconds, edits, expected) => {
  expect(await secondsOf(film(seconds, edits))).toBe(expected);
  expect(await secondsOf({ ...film(seconds, edits), isLong: true })).toBe(expected);
});
