import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Converts a file of a folder with LibreOffice, without limits. */
export async function runOffice(folder: string, format: string, name: string): Promise<void> {
  const args = ["--headless", `-env:UserInstallation=file://${folder}/profile`];
  const converted = ["--convert-to", format, "--outdir", folder, join(folder, name)];
  await promisify(execFile)("soffice", [...args, ...converted]);
}

/**
 * Creates a PowerPoint deck (.ppt) with LibreOffice, with one text on each slide. `extra` is OpenDocument XML that is
 * added to each slide.
 */
export async function makeDeck(texts: string[], extra = ""): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "slancio-deck-"));
  const space = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`;
  const spaces = `xmlns:office="${space("office")}" xmlns:draw="${space("drawing")}" xmlns:text="${space("text")}"
    xmlns:svg="${space("svg-compatible")}" xmlns:xlink="http://www.w3.org/1999/xlink"`;
  const box = 'svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="3cm"';
  const slides = texts.map(
    (text) =>
      `<draw:page><draw:rect svg:x="2cm" svg:y="8cm" svg:width="9cm" svg:height="4cm"/><draw:frame ${box}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>${extra}</draw:page>`,
  );
  try {
    await writeFile(
      join(folder, "deck.fodp"),
      `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces} office:version="1.2"
        office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>${slides.join("")}</office:presentation></office:body></office:document>`,
    );
    await runOffice(folder, "ppt", "deck.fodp");
    return await readFile(join(folder, "deck.ppt"));
  } finally {
    await rm(folder, { recursive: true });
  }
}
