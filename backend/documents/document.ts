import { marked, type Token, type Tokens } from "marked";
import { COLOURS } from "@/contract/brand";
import { dateFormat } from "@/contract/dates";
import type { Language } from "@/contract/languages";
import { fill, messagesIn } from "./messages";
import { openPdf, type PdfPage } from "./pdf";

/** The content of a PDF document. */
export type DocumentText = {
  programme: string;
  title: string;
  /** One sentence, which the document shows under its title. */
  excerpt: string;
  /**
   * Date of the text's last change, "2026-11-20". The document shows this date, which is also the creation date of the
   * PDF file.
   */
  modified: string;
  /** The version number of a document that people accept, such as the call's rules. */
  version?: number | undefined;
  markdown: string;
  language: Language;
};

const CELL = 4;
const TABLE_SIZE = 9.5;

/** Writes a content text (a policy, the whitepaper) as a PDF stream in the programme's design. */
export function writeDocument(given: DocumentText) {
  const { programme, title, excerpt, modified, version, markdown, language } = given;
  const written = new Date(`${modified}T00:00:00Z`);
  const date = dateFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const sheet = openPdf({
    programme,
    line: [version && fill(messagesIn(language).version, { number: version }), date.format(written)]
      .filter(Boolean)
      .join(", "),
    title,
    language,
    created: written,
  });
  const { document } = sheet;
  sheet.title(title, 26);
  document.moveDown(0.5);
  if (excerpt) sheet.text(excerpt, { size: 13 });
  document.moveDown(0.5);
  for (const token of marked.lexer(markdown)) block(sheet, token);
  return sheet.end();
}

function block(sheet: PdfPage, token: Token) {
  switch (token.type) {
    case "heading":
      sheet.heading(plain(token as Tokens.Heading), (token as Tokens.Heading).depth);
      break;
    case "list":
      list(sheet, token as Tokens.List);
      break;
    case "table":
      table(sheet, token as Tokens.Table);
      break;
    case "space":
      break;
    default:
      sheet.text(plain(token));
      sheet.document.moveDown(0.5);
  }
}

function list({ document, part, draw }: PdfPage, { items, ordered }: Tokens.List) {
  const whole = part("L");
  items.forEach((item, index) => {
    const mark = ordered ? `${index + 1}.` : "–";
    const body = document.struct("LBody", {}, () => draw(`${mark} ${plain(item)}`));
    whole.add(document.struct("LI", {}, [body]));
  });
  whole.end();
  document.moveDown(0.5);
}

/** Returns the text of a Markdown token without markup. A link keeps its URL, because a printed page has no links. */
function plain(token: Token | Tokens.TableCell): string {
  if ("type" in token && token.type === "link") {
    const { text, href } = token as Tokens.Link;
    return href === text || href === `mailto:${text}` ? text : `${text} (${href})`;
  }
  const inner = "tokens" in token ? token.tokens : undefined;
  if (inner?.length) return inner.map(plain).join("");
  return "text" in token ? unescaped(String(token.text)) : "";
}

/** Reverts the HTML escapes of the Markdown parser, because a PDF does not need them. */
function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/**
 * Draws a table with thin lines. The first column is twice as wide as each other column. No row breaks across pages.
 */
function table(
  { document, part, left, width, keep, aside }: PdfPage,
  { header, rows }: Tokens.Table,
) {
  const share = width / (header.length + 1);
  const widths = header.map((_, index) => (index === 0 ? 2 * share : share) - 2 * CELL);
  const whole = part("Table");
  const draw = (cells: string[], face: "text" | "read") => {
    document.font(face).fontSize(face === "text" ? TABLE_SIZE - 1 : TABLE_SIZE);
    const heights = cells.map((cell, index) =>
      document.heightOfString(cell || " ", { width: widths[index] }),
    );
    const height = Math.max(...heights) + 2 * CELL;
    keep(height + 2);
    const top = document.y;
    let x = left;
    const row = document.struct("TR");
    whole.add(row);
    cells.forEach((cell, index) => {
      const at = x;
      const write = () => document.text(cell, at, top + CELL, { width: widths[index] });
      row.add(
        face === "text"
          ? document.struct("TH", { scope: "Column" }, write)
          : document.struct("TD", {}, write),
      );
      x += (widths[index] ?? 0) + 2 * CELL;
    });
    row.end();
    document.x = left;
    document.y = top + height;
    const weight = face === "text" ? 1.5 : 0.5;
    aside(
      () =>
        document
          .moveTo(left, document.y)
          .lineTo(left + width, document.y)
          .lineWidth(weight)
          .stroke(),
      "Layout",
    );
  };
  document.strokeColor(COLOURS.ink).fillColor(COLOURS.ink);
  draw(header.map(plain), "text");
  for (const row of rows) draw(row.map(plain), "read");
  whole.end();
  document.moveDown(0.8);
}
