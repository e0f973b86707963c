import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CAPTION_LANGUAGES,
  CAPTION_LIMITS,
  saveCaptionsSchema,
  toVtt,
} from "@/contract/project/captions";
import { type CaptionProblem, type ReadCaptions, readCaptions } from "./read-captions";

const read = (text: string) => readCaptions(new TextEncoder().encode(text));
/** Returns the cues of an accepted caption file as short lines, such as "1-2.5 text". */
const shown = (result: ReadCaptions) =>
  "cues" in result ? result.cues.map(({ start, end, text }) => `${start}-${end} ${text}`) : result;

const VTT = "WEBVTT - Filò\n\nNOTE\ndi prova\n\nuno\n00:01.000 --> 00:02.500 align:start\nPerché";
const SRT =
  "1\r\n00:00:01,000 --> 00:00:02,500\r\nPerché\r\n\r\n2\r\n00:00:03,5 --> 00:00:04,000\r\nSì";

test.each([
  ["WebVTT with a title, a note, names and settings", VTT, ["1-2.5 Perché"]],
  ["SubRip with Windows line ends", SRT, ["1-2.5 Perché", "3.5-4 Sì"]],
  ["old Mac line ends", "WEBVTT\r\r00:01.000 --> 00:02.000\ra\rb", ["1-2 a\nb"]],
  ["hours", "WEBVTT\n\n0:00:01.000 --> 00:01:02.250\na", ["1-62.25 a"]],
  ["SubRip without numbers", "00:00:01,000 --> 00:00:02,000\na", ["1-2 a"]],
  [
    "styles and regions",
    "WEBVTT\n\nSTYLE\n::cue {}\n\nREGION\nid:a\n\n00:01.000 --> 00:02.000\na",
    ["1-2 a"],
  ],
  [
    "overlapping cues",
    "WEBVTT\n\n00:01.000 --> 00:05.000\na\n\n00:01.000 --> 00:02.000\nb",
    ["1-5 a", "1-2 b"],
  ],
  [
    "cues without text",
    "WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\nb",
    ["3-4 b"],
  ],
])("a file with %s is read", (_name, text, cues) => {
  expect(shown(read(text))).toEqual(cues);
});

test.each([
  ["<v Maria Riva>Ciao</v>", "Maria Riva: Ciao"],
  ["<v.loud Maria>Ciao", "Maria: Ciao"],
  ["<i>uno</i> <c.red>due</c> <00:01.500>tre <b>", "uno due tre"],
  ['<font color="#fff">uno</font> {\\an8}due', "uno due"],
  ["<script>alert(1)</script><img src=x onerror=alert(1)>", "alert(1)"],
  ["&lt;b&gt; &amp;amp; R&amp;D", "<b> &amp; R&D"],
  ["3 < 5 e 7 > 2", "3 < 5 e 7 > 2"],
  ["uno\u202edue\u0007", "unodue"],
])("the markup of %j becomes %j", (text, expected) => {
  const result = read(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`);
  expect("cues" in result && result.cues[0]?.text).toBe(expected);
});

const cue = (start: string, end: string, text = "a") => `${start} --> ${end}\n${text}\n\n`;
const many = (count: number) =>
  Array.from({ length: count }, () => cue("00:01.000", "00:02.000")).join("");

test.each<[string, string, CaptionProblem, number?]>([
  ["nothing", "", "empty"],
  ["a title only", "WEBVTT", "empty"],
  ["a text", "Ciao\n".repeat(100_000), "not_captions"],
  ["a title in another case", "webvtt", "not_captions"],
  ["an end before its start", `WEBVTT\n\n${cue("00:02.000", "00:01.000")}`, "ends_early", 3],
  ["an end at its start", `WEBVTT\n\n${cue("00:02.000", "00:02.000")}`, "ends_early", 3],
  [
    "times that run backwards",
    `WEBVTT\n\n${cue("00:02.000", "00:03.000")}${cue("00:01.000", "00:04.000")}`,
    "out_of_order",
    6,
  ],
  ["a time with letters", `WEBVTT\n\n${cue("00:0a.000", "00:02.000")}`, "no_time", 3],
  ["61 seconds", `WEBVTT\n\n${cue("00:01.000", "00:61.000")}`, "no_time", 3],
  ["a negative time", `WEBVTT\n\n${cue("-00:01.000", "00:02.000")}`, "no_time", 3],
  ["an empty line inside a cue", `1\n${cue("00:01,000", "00:02,000", "a\n\nb")}`, "no_time", 5],
  [
    "no empty line between cues",
    "WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb",
    "no_gap",
    5,
  ],
  ["a time of hours", `WEBVTT\n\n${cue("00:01.000", "01:00:00.000")}`, "too_late", 3],
  ["100,000 lines", `WEBVTT\n\n${many(33_334)}`.slice(0, CAPTION_LIMITS.bytes), "too_many", 1503],
  ["a long cue", `WEBVTT\n\n${cue("00:01.000", "00:02.000", "a".repeat(501))}`, "too_long", 3],
  ["too many bytes", "a".repeat(CAPTION_LIMITS.bytes + 1), "too_large"],
])("a file with %s is refused", (_name, text, problem, line) => {
  expect(read(text)).toEqual(line === undefined ? { problem } : { problem, line });
});

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};
const ACCENTED = "WEBVTT\n\n00:01.000 --> 00:02.000\nPerché è così";

test.each([
  ["UTF-8 with a mark", Buffer.from(`\ufeff${ACCENTED}`), false],
  ["UTF-16, little-endian", utf16(ACCENTED, false), false],
  ["UTF-16, big-endian", utf16(ACCENTED, true), false],
  ["Windows-1252", Buffer.from(ACCENTED, "latin1"), true],
])("a file in %s keeps its accents", (_name, bytes, isGuessed) => {
  const result = readCaptions(bytes);
  expect(shown(result)).toEqual(["1-2 Perché è così"]);
  expect(result).toMatchObject({ isGuessed });
});

test.each([
  ["UTF-16 without its mark", Buffer.from(ACCENTED, "utf16le")],
  ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 0xff])],
  ["random bytes", Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 97) % 251))],
])("a file with %s is refused", (_name, bytes) => {
  expect(readCaptions(bytes)).toEqual({ problem: "not_captions" });
});

test.each([
  ["unclosed tags", "<v ".repeat(200_000)],
  ["one unclosed tag", `<v ${" ".repeat(900_000)}`],
  ["unclosed braces", "{\\".repeat(300_000)],
  ["spaces before an arrow", `${" ".repeat(900_000)}--> 1`],
  ["empty lines", "\n ".repeat(400_000)],
  ["accents", `a${"\u0301".repeat(400_000)}`],
])("a megabyte of %s is refused within a second", (_name, text) => {
  const start = performance.now();
  expect(read(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n\nx`)).toHaveProperty("problem");
  expect(performance.now() - start).toBeLessThan(1000);
});

test("captions that the back end accepts are the same after a file is written and read", () => {
  const time = fc.integer({ min: 0, max: 500_000 });
  const cues = fc
    .array(
      fc.record({ start: time, length: fc.integer({ min: 1, max: 9999 }), text: fc.string() }),
      {
        maxLength: 30,
      },
    )
    .map((all) =>
      all
        .toSorted((a, b) => a.start - b.start)
        .map(({ start, length, text }) => ({
          start: start / 1000,
          end: (start + length) / 1000,
          text,
        })),
    );
  fc.assert(
    fc.property(cues, fc.constantFrom(...CAPTION_LANGUAGES), (all, language) => {
      const parsed = saveCaptionsSchema.safeParse({ language, cues: all });
      if (!parsed.success || parsed.data.cues.length === 0) return;
      expect(read(toVtt(parsed.data))).toEqual({ cues: parsed.data.cues, isGuessed: false });
    }),
  );
});
