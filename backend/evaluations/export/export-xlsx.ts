import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Table } from "../../paper/table";
import { xlsxParts } from "../../paper/xlsx-parts";
import { sheetXml } from "../../paper/xlsx-sheet";

/**
 * Tables as a workbook (ECMA-376), a sheet each: texts as texts, numbers as numbers, instants as
 * dates, the header row frozen. Generated while it is sent, one sheet after the other, so that memory does
 * not grow with the number of rows.
 */
export function writeXlsx(tables: readonly Table[], madeAt: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const options = { mtime: madeAt };
  let open: Readable | undefined;
  zip.on("error", (error: Error) => output.destroy(error));
  // Complete, failed or abandoned by the reader: nothing stays open.
  output.once("close", () => open?.destroy());
  for (const [name, text] of xlsxParts(tables.map(({ sheet }) => sheet))) {
    zip.addBuffer(Buffer.from(text), name, options);
  }
  for (const [index, table] of tables.entries()) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, options, (done) => {
      if (output.destroyed) return;
      // A failure half-way breaks the answer off: half a workbook cannot pass for a complete one.
      open = Readable.from(sheetXml(table)).on("error", (error) => output.destroy(error));
      done(null, open);
    });
  }
  zip.end();
  return output;
}
