import { COLOURS } from "@/contract/brand";
import { DRAWN_NAME, LETTERS_PATH, LOGO_RING } from "@/contract/logo";

const HEIGHT = 160;
const ABOVE_BASELINE = 157;
const INK = COLOURS.ink;

/**
 * Draws the programme's name, 24 points high: as the wordmark, or as plain text if the configured name is not the
 * wordmark's name.
 */
export function drawName(document: PDFKit.PDFDocument, name: string, x: number, y: number): void {
  if (name !== DRAWN_NAME) {
    document
      .font("display")
      .fontSize(22)
      .fillColor(INK)
      .text(name, x, y + 4, { lineBreak: false });
    return;
  }
  const scale = 24 / HEIGHT;
  document.save().translate(x, y).scale(scale).translate(1, ABOVE_BASELINE);
  document.path(LETTERS_PATH).fill(INK);
  const { cx, cy, r, stroke } = LOGO_RING;
  document.circle(cx, cy, r).lineWidth(stroke).strokeColor(INK).stroke();
  document.restore();
}
