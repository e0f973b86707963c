import { COLOURS } from "@/contract/brand";
import { SCORE_MAX, type Scores, type WeightedCriterion } from "@/contract/evaluation/weights";
import { fill, type Messages } from "../../documents/messages";
import type { PdfPage } from "../../documents/pdf";

/** Height above the baseline, in points, of the arc for the maximum score. */
const HEIGHT = 70;
const { ink: INK, "text-2": QUIET, "field-line": MISSING } = COLOURS;

/**
 * Draws the five scores of an evaluation as arcs on one baseline. The width of an arc is the weight of its criterion,
 * and the height is the score. A missing score is a dashed arc of half height.
 */
export function drawScores(
  sheet: PdfPage,
  scores: Scores,
  criteria: readonly WeightedCriterion[],
  words: Messages,
): void {
  sheet.keep(HEIGHT + 70);
  const { left, width, document } = sheet;
  const top = document.y;
  const spoken = criteria.map(({ id, weight }) =>
    fill(words.evaluation.spoken, {
      criterion: words.criteria[id].name,
      score: scores[id] ?? words.notGiven,
      max: SCORE_MAX,
      weight,
    }),
  );
  sheet.part("Figure", () => drawArcs(sheet, scores, criteria, words), {
    alt: spoken.join(" "),
    bbox: [left, top, left + width, top + HEIGHT + 66],
  });
}

function drawArcs(
  { document, left, width }: PdfPage,
  scores: Scores,
  criteria: readonly WeightedCriterion[],
  words: Messages,
) {
  const ground = document.y + HEIGHT + 10;
  let x = left;
  for (const { id, weight } of criteria) {
    const span = (width * weight) / 100;
    const score = scores[id];
    const height = HEIGHT * ((score ?? SCORE_MAX / 2) / SCORE_MAX);
    if (height > 0) {
      document
        .moveTo(x, ground)
        .quadraticCurveTo(x + span / 2, ground - 2 * height, x + span, ground);
      document.lineWidth(3).strokeColor(score === null ? MISSING : INK);
      if (score === null) document.dash(4, { space: 4 });
      document.stroke().undash();
    }
    const options = { width: span, align: "center" as const, lineBreak: false };
    document.font("display").fontSize(12).fillColor(INK);
    document.text(score === null ? words.notGiven : String(score), x, ground + 8, options);
    document
      .font("text")
      .fontSize(8.5)
      .text(words.criteria[id].name, x, ground + 23, options);
    document.fillColor(QUIET);
    document.text(fill(words.evaluation.weight, { weight }), x, ground + 35, options);
    x += span;
  }
  document
    .moveTo(left, ground)
    .lineTo(left + width, ground)
    .lineWidth(4)
    .strokeColor(INK)
    .stroke();
  document.x = left;
  document.y = ground + 56;
}
