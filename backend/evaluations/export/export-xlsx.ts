import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Table } from "../../documents/table";
import { xlsxParts } from "../../documents/xlsx-parts";
import { sheetXml } from "../../documents/xlsx-sheet";

/**
 * Writes tables as a workbook (ECMA-376), one worksheet per table. Texts, numbers, and dates keep their type, and the
 * header row stays visible. The workbook is generated while it is sent, so memory use does not grow with the number of
 * rows.
 */
export function writeXlsx(tables: readonly Table[], madeAt: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const options = { mtime: madeAt };
  let open: Readable | undefined;
  zip.on("error", (error: Error) => output.destroy(error));
  // Closes the open stream at the end, whether the workbook is complete, has failed, or the client has disconnected.
  output.once("close", () => open?.destroy());
  for (const [name, text] of xlsxParts(tables.map(({ sheet }) => sheet))) {
    zip.addBuffer(Buffer.from(text), name, options);
  }
  for (const [index, table] of tables.entries()) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, options, (done) => {
      if (output.destroyed) return;
      // An error aborts the response, so that an incomplete workbook does not look complete.
      open = Readable.from(sheetXml(table)).on("error", (error) => output.destroy(error));
      done(null, open);
    });
  }
  zip.end();
  return output;
}
