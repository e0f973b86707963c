import { join } from "node:path";
import PDFDocument from "pdfkit";
import type { Language } from "@/contract/fields";

// Metric-compatible with what everybody has, and with glyphs for every European language: the
// fonts inside the PDF format stop at western ones. The package ships them for the same reason.
const FONTS = join(process.cwd(), "node_modules/pdfjs-dist/standard_fonts");
const MILLIMETRE = 72 / 25.4;
const MARGIN = 20 * MILLIMETRE;
const INK = "#11110f";
const QUIET = "#55544d";
const HAIRLINE = "#c9c8c1";
const LABEL_WIDTH = 150;

type Head = {
  programme: string;
  /** What kind of document it is, beside the programme's name. */
  line: string;
  title: string;
  language: Language;
  /** Words of a page's number. */
  page: (number: number) => string;
};

/** An A4 document in the programme's manner: name top left, a ground line, numbered pages. */
export function openSheet({ programme, line, title, language, page }: Head) {
  const document = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN, bottom: MARGIN + 20, left: MARGIN, right: MARGIN },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: programme },
  });
  document.registerFont("text", join(FONTS, "LiberationSans-Regular.ttf"));
  document.registerFont("strong", join(FONTS, "LiberationSans-Bold.ttf"));
  const left = MARGIN;
  const width = document.page.width - 2 * MARGIN;

  function rule(weight: number, colour: string) {
    document
      .moveTo(left, document.y)
      .lineTo(left + width, document.y)
      .lineWidth(weight)
      .strokeColor(colour)
      .stroke();
  }
  /** A new page when less than `height` points are left on this one. */
  function keep(height: number) {
    if (document.y + height > document.page.height - document.page.margins.bottom) {
      document.addPage();
    }
  }
  function text(value: string, { strong = false, size = 10, colour = INK } = {}) {
    document
      .font(strong ? "strong" : "text")
      .fontSize(size)
      .fillColor(colour);
    document.text(printable(value), left, document.y, { width, lineGap: size * 0.3 });
  }
  function heading(value: string) {
    document.moveDown(1.2);
    keep(70);
    text(value, { strong: true, size: 14 });
    document.moveDown(0.3);
  }
  /** A label and its value side by side, on a hairline. */
  function row(label: string, value: string) {
    document.font("text").fontSize(10);
    const options = { width: width - LABEL_WIDTH, lineGap: 2 };
    const height = document.heightOfString(printable(value), options);
    keep(Math.min(height, 200) + 10);
    rule(0.5, HAIRLINE);
    const top = document.y + 5;
    document.fillColor(QUIET).text(label, left, top, { width: LABEL_WIDTH - 10, lineGap: 2 });
    const afterLabel = document.y;
    document.fillColor(INK).text(printable(value), left + LABEL_WIDTH, top, options);
    document.y = Math.max(document.y, afterLabel) + 4;
    document.x = left;
  }
  /** Numbers the pages, when all of them are there, and gives the document away. */
  function end() {
    const { count } = document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      document.switchToPage(index);
      // Below the margin: without this the text would ask for a page of its own.
      document.page.margins.bottom = 0;
      document.font("text").fontSize(9).fillColor(QUIET);
      const y = document.page.height - MARGIN;
      document.text(page(index + 1), left, y, { width, align: "right", lineBreak: false });
      document.text(printable(title).slice(0, 80), left, y, { width: width - 60, height: 12 });
    }
    document.end();
    return document;
  }

  document.font("strong").fontSize(20).fillColor(INK).text(programme, left, MARGIN);
  document.font("text").fontSize(10).fillColor(QUIET);
  document.text(line, left, MARGIN + 8, { width, align: "right" });
  document.y = MARGIN + 30;
  rule(4, INK);
  document.y += 24;
  return { document, left, width, text, heading, row, keep, end };
}
export type Sheet = ReturnType<typeof openSheet>;

/** Without what a PDF cannot draw: control characters and halves of characters. */
function printable(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n]/gu, " ");
}
