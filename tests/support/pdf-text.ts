import { readFile } from "node:fs/promises";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Returns all characters of a PDF without white space, because line breaks in a PDF can be anywhere. */
export async function lettersOf(file: string): Promise<string> {
  const data = new Uint8Array(await readFile(file));
  const task = getDocument({ data, verbosity: 0 });
  const pdf = await task.promise;
  const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent();
    return items.map((item) => ("str" in item ? item.str : "")).join("");
  });
  const text = (await Promise.all(pages)).join("");
  await task.destroy();
  return letters(text);
}

/** Returns a text's letters and digits only. */
export const letters = (text: string) => text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "");
