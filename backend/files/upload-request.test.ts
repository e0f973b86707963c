import { describe, expect, test } from "vitest";
import { fileProblem, fileRule, LARGEST_FILE, lengthLimits } from "@/contract/project/file-rules";
import { FILE_FIELDS, PROJECT_FIELDS } from "@/contract/project/project-fields";
import { UPLOAD_MAX_BYTES } from "@/contract/project/uploads";
import type { Failure } from "../http/failure";
import { bytesBrought, cleanName, endsSoon, readNewUpload } from "./upload-request";

const long = "à".repeat(400);

test.each([
  ["Filò – pitch.pdf", "Filò – pitch.pdf", null],
  ["../../etc/passwd.pdf", "passwd.pdf", null],
  ["C:\\Users\\Ada\\deck.pdf", "deck.pdf", null],
  ["\\\\server\\share\\deck.pdf", "deck.pdf", null],
  ["deck.pdf\0.exe", "deck.pdf.exe", "file_type_not_allowed"],
  ["deck.exe\0.pdf", "deck.exe.pdf", null],
  ["\u202efdp.exe", "fdp.exe", "file_type_not_allowed"],
  ["exe.\u202efdp", "exe.fdp", "file_type_not_allowed"],
  ["deck\u200b.pdf", "deck.pdf", null],
  ["deck\r\nSet-Cookie: a=b.pdf", "deckSet-Cookie: a=b.pdf", null],
  ["😀 la nostra idea.pdf", "😀 la nostra idea.pdf", null],
  ["\ud83d.pdf", ".pdf", "file_type_not_allowed"],
  ["CON.pdf", "CON.pdf", null],
  ['a"b;c=d.pdf', 'a"b;c=d.pdf', null],
  ["DECK.PDF", "DECK.PDF", null],
  ["deck.pdf ", "deck.pdf", null],
  ["deck.pdf.", "deck.pdf.", "file_type_not_allowed"],
  [".pdf", ".pdf", "file_type_not_allowed"],
  ["pdf", "pdf", "file_type_not_allowed"],
  ["", "", "file_type_not_allowed"],
  ["/", "", "file_type_not_allowed"],
  ["deck.pptx", "deck.pptx", "file_type_not_allowed"],
  ["deck.html", "deck.html", "file_type_not_allowed"],
  [`${long}.pdf`, `${"à".repeat(196)}.pdf`, null],
])("the file name %j becomes %j: %s", (given, name, problem) => {
  expect(cleanName(given)).toBe(name);
  expect(fileProblem("pitch", cleanName(given), 1)).toBe(problem);
});

test("a file name longer than two hundred characters is shortened", () => {
  const name = (letters: number) => `${"a".repeat(letters)}.pdf`;
  expect(cleanName(name(196))).toBe(name(196));
  expect(cleanName(name(197))).toBe(name(196));
});

describe("data of an upload request", () => {
  const metadata = (field: string, filename: string) =>
    `field ${Buffer.from(field).toString("base64")},filename ${Buffer.from(filename).toString("base64")}`;
  const good = { "upload-length": "10", "upload-metadata": metadata("pitch", "deck.pdf") };

  function read(changes: Record<string, string | null>) {
    const all = Object.entries({ ...good, ...changes });
    const headers = all.filter((one): one is [string, string] => one[1] !== null);
    try {
      return readNewUpload(new Headers(headers));
    } catch (error) {
      return (error as Failure).code;
    }
  }

  test("an upload request states field, name and size", () => {
    expect(read({})).toEqual({ field: "pitch", name: "deck.pdf", size: 10 });
    expect(read({ "upload-metadata": ` ${metadata("logo", "a/l.PNG")} ` })).toEqual({
      field: "logo",
      name: "l.PNG",
      size: 10,
    });
  });

  test.each<[Record<string, string | null>, string]>([
    [{ "upload-length": null }, "invalid_upload"],
    [{ "upload-length": "" }, "invalid_upload"],
    [{ "upload-length": "-1" }, "invalid_upload"],
    [{ "upload-length": "010" }, "invalid_upload"],
    [{ "upload-length": "1e3" }, "invalid_upload"],
    [{ "upload-length": "x10" }, "invalid_upload"],
    [{ "upload-length": "10x" }, "invalid_upload"],
    [{ "upload-length": "0" }, "file_empty"],
    [{ "upload-length": String(UPLOAD_MAX_BYTES + 1) }, "too_large"],
    [{ "upload-defer-length": "1" }, "invalid_upload"],
    [{ "upload-concat": "partial" }, "invalid_upload"],
    [{ "upload-metadata": null }, "invalid_choice"],
    [{ "upload-metadata": "" }, "invalid_choice"],
    [{ "upload-metadata": "field !!!" }, "invalid_upload"],
    [{ "upload-metadata": metadata("nome", "deck.pdf") }, "invalid_choice"],
    [{ "upload-metadata": metadata("pitch", "deck.exe") }, "file_type_not_allowed"],
    [{ "upload-metadata": metadata("pitch", "deck.pdf").split(",")[0]! }, "file_type_not_allowed"],
  ])("an upload request with %j gives %s", (changes, code) => {
    expect(read(changes)).toBe(code);
  });
});

test.each<[string | null, string | undefined, number]>([
  ["x", undefined, 50],
  ["x", "30", 30],
  ["x", "80", 50],
  ["x", "many", 0],
  [null, undefined, 0],
  [null, "30", 0],
])(
  "a request with the body %j and the content length %s brings %i of fifty bytes",
  (body, length, brought) => {
    const headers = new Headers(length === undefined ? {} : { "content-length": length });
    const request = new Request("https://slancio.example/", { method: "PATCH", headers, body });
    expect(bytesBrought(request, 50)).toBe(brought);
  },
);

test.each<[string, number | null, boolean]>([
  ["60", null, true],
  ["100", null, true],
  ["59", null, false],
  ["59", 3000, true],
  ["59", 3001, false],
  ["59", Number.NaN, false],
])(
  "a request for the last sixty bytes with the content length %s, expected within %s ms, ends soon: %s",
  (length, wait, soon) => {
    const headers = new Headers({ "upload-offset": "40", "content-length": length });
    const timeFor = (bytes: number) => (bytes === 60 ? wait : 0);
    expect(endsSoon(headers, 100, timeFor)).toBe(soon);
  },
);

describe("limits of a file field", () => {
  test("a file field accepts exactly the size and the extensions of its definition", () => {
    for (const field of FILE_FIELDS) {
      const { maxBytes, extensions } = PROJECT_FIELDS[field];
      expect(fileRule(field)).toBe(PROJECT_FIELDS[field]);
      expect(fileProblem(field, `a${extensions[0]}`, maxBytes)).toBeNull();
      expect(fileProblem(field, `a${extensions[0]}`, maxBytes + 1)).toBe("too_large");
      expect(maxBytes).toBeLessThanOrEqual(LARGEST_FILE);
    }
    expect(LARGEST_FILE).toBe(UPLOAD_MAX_BYTES);
  });

  test("a deck may have twenty slides, and a video two minutes and one frame", () => {
    expect(lengthLimits("pitch")).toEqual({ slides: 20, seconds: null });
    expect(lengthLimits("video")).toEqual({ slides: null, seconds: 120.5 });
    expect(lengthLimits("logo")).toEqual({ slides: null, seconds: null });
  });
});
