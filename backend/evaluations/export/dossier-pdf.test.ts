import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { criteriaWords } from "@/contract/evaluation/criteria";
import { CRITERIA } from "@/contract/evaluation/weights";
import { LANGUAGES } from "@/contract/languages";
import { pdfText } from "@/tests/support/made-files/unpack";
import { EVERY_FIELD } from "@/tests/support/people/every-field";
import { writeDossier } from "./dossier-pdf";

/** Returns the text of a PDF dossier without white space, because lines can break anywhere. */
async function textOf(language: (typeof LANGUAGES)[number]): Promise<string> {
  const video = { ...EVERY_FIELD.video!, size: 20_447_232, duration: 39.6 };
  const document = writeDossier({
    programme: "Slancio",
    number: "2026-000001",
    sentAt: new Date("2026-09-30T21:59:07.000Z"),
    project: { ...EVERY_FIELD, video },
    written: language,
    evaluation: null,
    criteria: CRITERIA,
    language,
  });
  const pages = await pdfText(await buffer(document as unknown as AsyncIterable<Uint8Array>));
  return withoutBlanks(pages.join(""));
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

describe.each(LANGUAGES)("a dossier in %s", (language) => {
  test("the dossier contains the rubric", async () => {
    const text = await textOf(language);
    for (const { name, says, low, middle, high } of Object.values(criteriaWords(language))) {
      expect(text).toContain(withoutBlanks(name));
      expect(text).toContain(withoutBlanks(`${says}0: ${low}5: ${middle}10: ${high}`));
    }
  });

  test("the dossier shows sizes and durations like the applicant's page", async () => {
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    const text = await textOf(language);
    expect(text).toContain(withoutBlanks(`${number.format(19.5)} MB`));
    expect(text).toContain("0:40");
  });
});
