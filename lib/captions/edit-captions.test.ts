import { expect, test } from "vitest";
import {
  addRow,
  type CueRow,
  checkRows,
  mergeRows,
  readTime,
  shiftRows,
  splitRow,
  timeText,
  toRows,
} from "./edit-captions";

const format = (seconds: number) =>
  timeText(seconds, (value) =>
    new Intl.NumberFormat("it-IT", { minimumIntegerDigits: 2, maximumFractionDigits: 3 }).format(
      value,
    ),
  );
const rows = toRows(
  [
    { start: 1, end: 3, text: "Ciao a tutti" },
    { start: 4, end: 65.25, text: "Siamo Filò" },
  ],
  format,
);
const shown = (all: readonly CueRow[]) => all.map(({ start, end, text }) => [start, end, text]);

test.each([
  ["0:01", 1],
  ["1:02,5", 62.5],
  ["1:02.125", 62.125],
  ["62,5", 62.5],
  [" 5 ", 5],
  ["1:60", null],
  ["-1", null],
  ["", null],
  ["uno", null],
  ["1:2:3", null],
])("the typed time %j is read as %j", (text, seconds) => {
  expect(readTime(text)).toBe(seconds);
});

test("times are written in the page's language and read back", () => {
  expect(shown(rows)[1]).toEqual(["0:04", "1:05,25", "Siamo Filò"]);
  for (const seconds of [0, 0.001, 59.999, 59.9996, 60, 119.5]) {
    expect(readTime(format(seconds))).toBeCloseTo(seconds, 3);
  }
});

test("a cue is split at the cursor, or at the middle, and its time in proportion", () => {
  expect(shown(splitRow(rows, 0, 4, format))).toEqual([
    ["0:01", "0:01,727", "Ciao"],
    ["0:01,727", "0:03", "a tutti"],
    ["0:04", "1:05,25", "Siamo Filò"],
  ]);
  for (const caret of [0, 12]) {
    expect(splitRow(rows, 0, caret, format).map(({ text }) => text)).toEqual([
      "Ciao a",
      "tutti",
      "Siamo Filò",
    ]);
  }
  const [first] = toRows([{ start: 0, end: 1, text: "Ciao" }], format);
  expect(splitRow([first!], 0, 0, format)).toEqual([first]);
});

test("each row keeps a different key after it is split, added and merged", () => {
  const changed = addRow(splitRow(rows, 0, 4, format), 1, format).rows;
  expect(new Set(changed.map(({ key }) => key)).size).toBe(4);
  expect(shown(mergeRows(rows, 0))).toEqual([["0:01", "1:05,25", "Ciao a tutti\nSiamo Filò"]]);
  expect(mergeRows(rows, 1)).toEqual(rows);
});

test("all cues move together, and never before the start of the video", () => {
  expect(shown(shiftRows(rows, -1, format)!)).toEqual([
    ["0:00", "0:02", "Ciao a tutti"],
    ["0:03", "1:04,25", "Siamo Filò"],
  ]);
  expect(shiftRows(rows, -1.5, format)).toBeNull();
  const [unread] = shiftRows([{ ...rows[0]!, start: "?" }], 1, format)!;
  expect(unread).toMatchObject({ start: "?", end: "0:04" });
});

test("a new cue is placed by its time and ends before the next one", () => {
  const { rows: changed, index } = addRow(rows, 3.5, format);
  expect([index, shown(changed)[1]]).toEqual([1, ["0:03,5", "0:04", ""]]);
  expect(addRow([], 2, format).rows[0]).toMatchObject({ start: "0:02", end: "0:05" });
});

test("the errors of all rows are named, and correct rows become captions", () => {
  expect(checkRows("it", rows, 120)).toMatchObject({
    captions: { language: "it", cues: [{ start: 1 }, { end: 65.25 }] },
  });
  const wrong = [
    { ...rows[0]!, start: "x" },
    { ...rows[1]!, end: "0:01", text: " " },
  ];
  expect(checkRows("it", wrong, 120)).toEqual({
    problems: { "cues.0.start": "invalid_time", "cues.1.text": "required" },
  });
  expect(checkRows("it", rows.toReversed(), 120)).toEqual({
    problems: { "cues.1.start": "out_of_order" },
  });
  expect(checkRows("it", rows, 4)).toEqual({ problems: { "cues.1.start": "after_end" } });
});
