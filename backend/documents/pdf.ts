import { join } from "node:path";
import PDFDocument from "pdfkit";
import { COLOURS } from "@/contract/brand";
import type { Language } from "@/contract/languages";
import { fill, messagesIn } from "./messages";
import { drawName } from "./wordmark";

// Folder of the site's typefaces as plain TrueType, the only format that the PDF writer embeds well. EB Garamond covers
// Latin, Greek, and Cyrillic. The other two typefaces cover only Latin and common symbols.
export const FONTS = join(/* turbopackIgnore: true */ process.cwd(), "backend/documents/fonts");
const MILLIMETRE = 72 / 25.4;
const MARGIN = 20 * MILLIMETRE;
const { ink: INK, "text-2": QUIET, "line-soft": HAIRLINE } = COLOURS;
const LABEL_WIDTH = 150;
const NAME_HEIGHT = 24;
const FINGERPRINT = /^[0-9a-f]{64}$/;
/** Matches texts that the display typeface covers completely. Names in other scripts use the reading typeface. */
const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

declare global {
  namespace PDFKit.Mixins {
    // PDFKit's type definitions lack the options `bbox` and `scope`.
    interface StructureElementOptions {
      /** Left, top, right, and bottom edges of a figure, in points from the top left corner of the page. */
      bbox?: [number, number, number, number];
      scope?: "Row" | "Column";
    }
  }
}

type Spoken = { lang?: string };
type Head = {
  programme: string;
  /**
   * Text that the header shows beside the programme's name, such as the document's version and date.
   */
  line: string;
  title: string;
  language: Language;
  /** The date of the PDF file. With a fixed date, the same content produces the same bytes. */
  created?: Date;
};

/**
 * Opens an A4 document in the programme's design. The first page has the programme's name and a thick line at the top.
 * Every page has the document's title and the page number at the bottom. All parts are tagged in reading order, so that
 * screen readers distinguish headings, paragraphs, tables, and figures.
 */
export function openPdf(head: Head) {
  const { programme, line, language, created } = head;
  const document = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN, bottom: MARGIN + 20, left: MARGIN, right: MARGIN },
    bufferPages: true,
    lang: language,
    tagged: true,
    pdfVersion: "1.7",
    displayTitle: true,
    info: { Title: head.title, Author: programme, ...(created && { CreationDate: created }) },
  });
  document.registerFont("display", join(FONTS, "league-spartan.ttf"));
  document.registerFont("text", join(FONTS, "instrument-sans.ttf"));
  document.registerFont("read", join(FONTS, "eb-garamond.ttf"));
  const left = MARGIN;
  const width = document.page.width - 2 * MARGIN;

  const tree = document.struct("Document");
  document.addStructure(tree);
  /** The open table element of the latest table rows. Drawing any other part closes the table. */
  let rows: PDFKit.PDFStructureElement | null = null;

  function endRows() {
    rows?.end();
    rows = null;
  }
  /**
   * Draws a tagged part, such as a heading or a paragraph. If `content` is missing, returns an empty part, to which the
   * caller adds children.
   */
  function part(
    type: string,
    content?: () => void,
    options: PDFKit.Mixins.StructureElementOptions = {},
  ) {
    endRows();
    const element = content ? document.struct(type, options, content) : document.struct(type);
    tree.add(element);
    return element;
  }
  /** Draws decoration, such as page numbers, which screen readers skip. */
  function aside(content: () => void, type: "Pagination" | "Layout" = "Pagination") {
    document.markContent("Artifact", { type });
    content();
    document.endMarkedContent();
  }
  function rule(weight: number, colour: string) {
    document
      .moveTo(left, document.y)
      .lineTo(left + width, document.y)
      .lineWidth(weight)
      .strokeColor(colour)
      .stroke();
  }
  /** Starts a new page if the current page has less than `height` points left. */
  function keep(height: number) {
    if (document.y + height > document.page.height - document.page.margins.bottom) {
      document.addPage();
    }
  }
  /** Draws a text inside a tagged part, without a tag for the text itself. */
  function draw(value: string, { strong = false, size = 11, colour = INK as string } = {}) {
    document
      .font(strong && LATIN.test(value) ? "display" : "read")
      .fontSize(size)
      .fillColor(colour);
    document.text(printable(value), left, document.y, { width, lineGap: size * 0.2 });
  }
  /** Draws a paragraph. `lang` is the text's language, if it is not the document's language. */
  function text(value: string, { lang, ...look }: Parameters<typeof draw>[1] & Spoken = {}) {
    part("P", () => draw(value, look), { lang });
  }
  function title(value: string, size: number, { lang }: Spoken = {}) {
    part("H1", () => draw(value, { strong: true, size }), { lang });
  }
  function heading(value: string, level = 2) {
    document.moveDown(1.2);
    keep(70);
    part(`H${level}`, () => draw(value, { strong: true, size: 14 }));
    document.moveDown(0.3);
  }
  /**
   * Draws a table row: a label and its value side by side, above a thin line. `lang` is the value's language, if it is
   * not the document's language.
   */
  function row(label: string, value: string, { lang }: Spoken = {}) {
    document.font("read").fontSize(11);
    const options = { width: width - LABEL_WIDTH, lineGap: 2 };
    const height = document.heightOfString(printable(value), options);
    keep(Math.min(height, 200) + 10);
    aside(() => rule(0.5, HAIRLINE), "Layout");
    const top = document.y + 5;
    rows ??= part("Table");
    const line = document.struct("TR");
    rows.add(line);
    const drawLabel = () => {
      document.font("text").fontSize(8.5).fillColor(QUIET);
      document.text(label, left, top + 2.5, { width: LABEL_WIDTH - 12, lineGap: 2 });
    };
    line.add(document.struct("TH", { scope: "Row" }, drawLabel));
    const afterLabel = { page: document.page, y: document.y };
    document.y = top;
    const drawValue = () => {
      document.fillColor(INK);
      for (const line of printable(value).split("\n")) {
        // Users compare fingerprints character by character, so fingerprints have neither ligatures nor old-style
        // numerals.
        const isCode = FINGERPRINT.test(line);
        document.font(isCode ? "text" : "read").fontSize(isCode ? 8.5 : 11);
        document.text(line || " ", left + LABEL_WIDTH, document.y, options);
      }
    };
    line.add(document.struct("TD", { lang }, drawValue));
    line.end();
    // A long value can end on a later page than its label. Then only the value's end decides where the next row starts.
    const end = document.page === afterLabel.page ? Math.max(document.y, afterLabel.y) : document.y;
    document.y = end + 4;
    document.x = left;
  }
  /** Adds page numbers after all pages exist, and returns the PDF document. */
  function end() {
    endRows();
    tree.end();
    const { count } = document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      document.switchToPage(index);
      // Removes the page's bottom margin, because PDFKit would move text below a bottom margin, such as the page
      // number, to a new page.
      document.page.margins.bottom = 0;
      const y = document.page.height - MARGIN;
      aside(() => {
        document.font("text").fontSize(8.5).fillColor(QUIET);
        const number = fill(messagesIn(language).page, { number: index + 1, count });
        document.text(number, left, y, { width, align: "right", lineBreak: false });
        document.font("read").fontSize(9.5);
        document.text(printable(head.title).slice(0, 80), left, y - 1, {
          width: width - 90,
          height: 12,
        });
      });
    }
    document.end();
    return document;
  }

  aside(() => {
    drawName(document, programme, left, MARGIN);
    document.font("text").fontSize(9).fillColor(QUIET);
    document.text(line, left, MARGIN + 12, { width, align: "right" });
    document.y = MARGIN + NAME_HEIGHT + 8;
    rule(3, INK);
  });
  document.y += 28;
  return { document, left, width, part, draw, title, text, heading, row, keep, aside, end };
}
export type PdfPage = ReturnType<typeof openPdf>;

/** Removes characters that a PDF cannot draw: control characters and unpaired surrogates. */
function printable(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n]/gu, " ");
}
