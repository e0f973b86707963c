import { describe, expect, test } from "vitest";
import { CommandError } from "../run/verb";
import { readReceiptList } from "./receipt-list";

const ID = "0b9c3e0a-1111-4222-8333-444455556666";

describe("a list of receipts", () => {
  test.each([
    ["one per line", "2026-000001\n2026-000002\r\n\n", ["2026-000001", "2026-000002"]],
    ["with a heading", "Ricevuta;Nome\r\n2026-000001;Alga\r\n", ["2026-000001"]],
    ["commas and a byte order mark", `\uFEFFNumber,Name\nx,${ID}`, [ID]],
    ["capitals", ID.toUpperCase(), [ID]],
    [
      "texts with line ends and separators",
      '"Ricevuta";"Idea"\r\n"2026-000001";"Prima; riga\nseconda ""2026-000009"""\r\n"2026-000002";""\r\n',
      ["2026-000001", "2026-000002"],
    ],
  ])("a receipt list is read: %s", (_, text, names) => {
    expect(readReceiptList(text)).toEqual(names);
  });

  test("a receipt list reports the row without a receipt and an unclosed quotation mark", () => {
    expect(() => readReceiptList("2026-000001\nsecondo")).toThrow("Row 2 has no receipt number");
    expect(() => readReceiptList('2026-000001\n"aperta')).toThrow(CommandError);
  });
});
