import { fromBufferPromise } from "yauzl";

/** Returns the entries of a zip by name. Throws if an entry's checksum is wrong. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    entries.set(entry.fileName, Buffer.concat(chunks));
  }
  return entries;
}

/** Returns the text of each page of a PDF. */
export async function pdfText(bytes: Buffer): Promise<string[]> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  return pages;
}

/** Returns the rows of a CSV file (RFC 4180). Inside quotes, quotes are doubled. Lines end in CRLF. */
export function parseCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|$)`,
    "y",
  );
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (!match) throw new Error(`not a CSV field at ${field.lastIndex}`);
    const [, quoted, plain, end] = match;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  if (rows.at(-1)?.length === 0) rows.pop();
  return rows;
}
