import { join } from "node:path";
import PDFDocument from "pdfkit";
import { type Language, loadPerLanguage } from "@/contract/languages";
import type { Draft } from "@/contract/project/project-schemas";
import { FONTS } from "../../documents/pdf";
import type it from "./messages/it.json";

/** Background and text colours of the demo's pitch decks, one palette per project. */
const PALETTES = [
  ["#fb4f2b", "#11110f"],
  ["#fbc51d", "#11110f"],
  ["#f5abb1", "#11110f"],
  ["#86b8e6", "#11110f"],
  ["#45b384", "#11110f"],
  ["#11110f", "#fbc51d"],
] as const;
const SIZE: [number, number] = [960, 540];
const MARGIN = 64;
const TITLE = join(FONTS, "league-spartan.ttf");
const BODY = join(FONTS, "instrument-sans.ttf");

/** Texts of the demo, by language: the titles of the slides, and the name of the second round. */
export const WORDS = await loadPerLanguage<typeof it>(
  async (language) => (await import(`./messages/${language}.json`)).default,
);

type Deck = {
  fields: Omit<Draft, "team">;
  team: readonly (readonly [string, string, ...unknown[]])[];
  language: Language;
  /** Index of the project, which selects the colour palette. */
  index: number;
};

/** Creates a pitch deck from the application's texts. Returns the bytes of the PDF and the page count. */
export async function makeDeck({ fields, team, language, index }: Deck) {
  const [ground, ink] = PALETTES[index % PALETTES.length] ?? PALETTES[0];
  const title = WORDS[language];
  const nome = fields.nome ?? "";
  const document = new PDFDocument({
    size: SIZE,
    margin: MARGIN,
    autoFirstPage: false,
    info: { Title: nome, Author: team[0]?.[0] ?? "" },
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) =>
    document.on("end", () => resolve(Buffer.concat(chunks))),
  );
  let pages = 0;

  function page(background: string) {
    document.addPage();
    pages += 1;
    document.rect(0, 0, ...SIZE).fill(background);
    document.fillColor(background === ground ? ink : "#11110f");
  }
  function slide(heading: string, text: string) {
    page("#ffffff");
    document.rect(0, 0, 16, SIZE[1]).fill(ground);
    document.fillColor("#11110f").font(TITLE).fontSize(44);
    document.text(heading, MARGIN, MARGIN, { width: SIZE[0] - 2 * MARGIN });
    document.moveDown(0.8).font(BODY).fontSize(bodySize(text));
    document.text(text.trim(), { width: SIZE[0] - 2.5 * MARGIN, lineGap: 5 });
    document
      .font(BODY)
      .fontSize(11)
      .text(`${nome} — ${pages}`, MARGIN, SIZE[1] - 44, { lineBreak: false });
  }

  page(ground);
  document.font(TITLE).fontSize(84);
  document.text(nome, MARGIN, 170, { width: SIZE[0] - 2 * MARGIN });
  document
    .moveDown(0.4)
    .font(BODY)
    .fontSize(20)
    .text(firstSentence(fields.idea ?? ""));
  const [idea = "", ...rest] = (fields.idea ?? "").trim().split(/\n\s*\n/);
  slide(title.idea, idea);
  for (const [at, paragraph] of rest.entries()) {
    slide(at === rest.length - 1 ? title.last : title.next, paragraph);
  }
  if (fields.obiettivi) slide(title.obiettivi, fields.obiettivi);
  if (fields.impatto) slide(title.impatto, fields.impatto);
  slide(title.team, team.map(([name, role]) => `${name} · ${role}`).join("\n"));
  document.end();
  return { bytes: await done, pages };
}

function firstSentence(text: string): string {
  return /^[^.!?]+[.!?]/.exec(text.trim())?.[0] ?? "";
}

/** Returns the font size of a slide's text in points: large for short texts, small for long texts. */
function bodySize(text: string): number {
  if (text.length > 480) return 20;
  return text.length > 240 ? 25 : 31;
}
