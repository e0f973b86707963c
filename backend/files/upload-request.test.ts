import { expect, test } from "vitest";
import { fileProblem } from "@/contract/project/file-rules";
import { cleanName } from "./upload-request";

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
])("the name %j becomes %j: %s", (given, name, problem) => {
  expect(cleanName(given)).toBe(name);
  expect(fileProblem("pitch", cleanName(given), 1)).toBe(problem);
});
